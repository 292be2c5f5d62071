// Paints once a frame of the screen and tells Python which frames have been painted: one is on its way at a time, so
// pictures never queue up. A hidden page takes frames without painting and catches up when it is shown.

// A page that is covered may get no frames of the screen and yet not count as hidden.
const PATIENCE = 500; // ms

export class Acknowledger {
  // `board` gives: paint(time), send(event), keys, hand, stage, model.
  constructor(board, signal) {
    this.board = board;
    this.numbers = [];
    this.status = null;
    this.frame = 0;
    this.timer = 0;
    // A message to oneself comes after the screen has got what was painted.
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.tellPainted();
    document.addEventListener("visibilitychange", () => this.seenOrHidden(), { signal });
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(this.frame);
      clearTimeout(this.timer);
      this.channel.port1.close();
    });
  }

  // A frame is in the picture and will be painted.
  expect(number, status) {
    this.numbers.push(number);
    if (status) this.status = status;
    if (document.hidden) {
      this.tellPainted();
      return;
    }
    this.timer ||= setTimeout(() => this.tellPainted(), PATIENCE);
    this.schedule();
  }

  // A frame could not be used; with `gap`, a full one is asked for.
  refuse(number, gap) {
    this.board.send({ kind: "ack", number, gap });
  }

  schedule() {
    if (!document.hidden) this.frame ||= requestAnimationFrame((time) => this.paint(time));
  }

  paint(time) {
    this.frame = 0;
    const moving = this.board.paint(performance.now());
    this.handOn(); // with the picture, so that numbers and picture reach the screen together
    this.channel.port2.postMessage(time);
    if (moving) this.schedule();
  }

  tellPainted() {
    clearTimeout(this.timer);
    this.timer = 0;
    const numbers = this.numbers.splice(0);
    for (const number of numbers) this.board.send({ kind: "ack", number, gap: false });
    this.handOn();
    if (!numbers.length) return;
    const { root } = this.board;
    root.dataset.painted = numbers[numbers.length - 1];
    const detail = { board: root.dataset.board, number: numbers[numbers.length - 1] };
    document.dispatchEvent(new CustomEvent("patchwalk:painted", { detail }));
  }

  handOn() {
    if (this.status) this.tell(this.status);
    this.status = null;
  }

  // A status without a frame. It is newer than that of a frame which is still to be painted, and takes its place.
  news(status) {
    if (this.numbers.length) this.status = status;
    else this.tell(status);
  }

  // Hand a status on to whoever on the page shows it.
  tell(status) {
    const { board } = this;
    const id = board.root.dataset.board;
    const detail = { board: id, number: board.picture.number, status };
    document.dispatchEvent(new CustomEvent("patchwalk:status", { detail }));
    if (board.hand.cursorShown && board.keys.focused && status && status.where) board.stage.say(status.where);
  }

  seenOrHidden() {
    if (!document.hidden) this.schedule();
    else if (this.numbers.length) this.tellPainted();
  }
}
