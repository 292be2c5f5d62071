// Moving the world under the glass: wheel, pinch, dragging with the middle button or with Space.

const WHEEL_STEP = 60; // CSS pixels of wheel that make one step
const PINCH_STEP = 12; // the same for a pinch on a touchpad, which comes as a wheel with Ctrl
const CLICK = 4; // CSS pixels that a click may move

// `board` gives: viewport, canvas, moved() (repaint and tell of the zoom).
export class Navigation {
  constructor(board, signal) {
    this.board = board;
    this.wheel = 0;
    this.fingers = new Map(); // pointer id -> place
    this.grabbed = null; // {id, place, moved, middle}
    this.spaceHeld = false;
    this.spaceUsed = false;
    board.canvas.addEventListener("wheel", (event) => this.turned(event), { signal, passive: false });
  }

  turned(event) {
    const { board } = this;
    if (!board.viewport.geometry) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 200 : 1;
    this.wheel -= event.deltaY * lines;
    const step = event.ctrlKey ? PINCH_STEP : WHEEL_STEP;
    if (Math.abs(this.wheel) < step) return;
    board.viewport.step(Math.sign(this.wheel), ...board.pointer.place(event));
    this.wheel = 0;
    board.moved();
  }

  // A finger was put down. Returns how many there are.
  finger(event, place) {
    this.fingers.set(event.pointerId, place);
    this.pinch = this.fingers.size === 2 ? this.spread() : null;
    return this.fingers.size;
  }

  // How far two fingers are apart, where their middle is, and the zoom they began with.
  spread() {
    const [a, b] = [...this.fingers.values()];
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    return { apart: Math.hypot(a[0] - b[0], a[1] - b[1]), middle, pitch: this.board.viewport.pitch };
  }

  grab(event, place, middle) {
    this.grabbed = { id: event.pointerId, place, from: place, moved: false, middle };
    this.spaceUsed = true;
    this.board.canvas.style.cursor = "grabbing";
  }

  // A pointer moved. Returns whether that moved the world.
  moved(event, place) {
    const { viewport } = this.board;
    if (this.grabbed && this.grabbed.id === event.pointerId) {
      const { place: last, from } = this.grabbed;
      this.grabbed.moved ||= Math.hypot(place[0] - from[0], place[1] - from[1]) > CLICK * viewport.ratio;
      if (this.grabbed.moved) {
        const [dx, dy] = [Math.round(place[0] - last[0]), Math.round(place[1] - last[1])];
        viewport.scrollBy(dx, dy);
        this.grabbed.place = [last[0] + dx, last[1] + dy];
        this.board.moved();
      }
      return true;
    }
    if (!this.fingers.has(event.pointerId)) return false;
    this.fingers.set(event.pointerId, place);
    if (this.fingers.size !== 2 || !this.pinch) return this.fingers.size > 1;
    this.pinched();
    return true;
  }

  pinched() {
    const { viewport } = this.board;
    const now = this.spread();
    const { apart, middle, pitch } = this.pinch;
    viewport.scrollBy(now.middle[0] - middle[0], now.middle[1] - middle[1]);
    this.pinch.middle = now.middle;
    const wanted = viewport.rounded((pitch * now.apart) / Math.max(1, apart));
    if (Math.abs(wanted - viewport.pitch) > 1e-3) viewport.zoomTo(wanted, ...now.middle);
    this.board.moved();
  }

  // A pointer is gone. Returns whether that was a click with the middle button, without moving the world.
  lifted(event) {
    this.fingers.delete(event.pointerId);
    this.pinch = null;
    if (!this.grabbed || this.grabbed.id !== event.pointerId) return false;
    const { moved, middle } = this.grabbed;
    this.grabbed = null;
    this.board.canvas.style.cursor = "";
    return middle && !moved && event.type === "pointerup";
  }
}
