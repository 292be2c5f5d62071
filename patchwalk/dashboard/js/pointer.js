// Mouse, pen and touch on the board: strokes, the patch under the pointer, long presses; two fingers and the middle
// button move the world (navigate.js).

import { edgeAt, turnPointBack } from "./geometry.js";
import { Stroke, modifiersOf } from "./gestures.js";

const LONG_PRESS = 500; // ms
const STILL = 8; // CSS pixels that a finger may tremble
const HOLD_DELAY = 70; // ms in which a second finger may still come before a held tool begins

// `board` gives: viewport, options, hand, send(event), repaintTop(), navigation, canvas.
export class PointerInput {
  constructor(board, signal) {
    this.board = board;
    this.stroke = null;
    this.pointer = null; // id of the pointer whose stroke it is
    this.touch = null; // a finger that has not acted yet
    this.modifiers = {};
    this.hoverToTell = null;
    this.frame = 0;
    const { canvas } = board;
    const on = (name, act) => canvas.addEventListener(name, (event) => act.call(this, event), { signal });
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.cancel);
    on("lostpointercapture", this.cancel);
    on("pointerleave", this.leave);
    on("contextmenu", (event) => event.preventDefault());
    // The middle button would scroll the page, and auxclick open things.
    on("mousedown", (event) => event.button === 1 && event.preventDefault());
    window.addEventListener("blur", () => this.drop(), { signal });
    signal.addEventListener("abort", () => this.drop());
  }

  // The event's place in device pixels of the canvas.
  place(event) {
    const { canvas } = this.board;
    const box = canvas.getBoundingClientRect();
    return [
      ((event.clientX - box.left) * canvas.width) / box.width,
      ((event.clientY - box.top) * canvas.height) / box.height,
    ];
  }

  point(event) {
    return this.board.viewport.toWorld(...this.place(event));
  }

  down(event) {
    const { board } = this;
    if (!board.viewport.geometry) return;
    board.canvas.setPointerCapture(event.pointerId);
    board.hand.cursorShown = false;
    if (event.pointerType === "touch" && board.navigation.finger(event, this.place(event)) > 1) {
      this.drop(); // a second finger: both move the world from now on
      return;
    }
    if (this.stroke || this.touch) return;
    this.pointer = event.pointerId;
    this.modifiers = modifiersOf(event);
    board.hand.hover = board.viewport.patch(...this.place(event));
    if (event.button === 1 || (event.button === 0 && board.navigation.spaceHeld)) {
      board.navigation.grab(event, this.place(event), event.button === 1);
    } else if (event.pointerType === "touch") this.touchDown(event);
    else this.begin(event.button, this.point(event));
    board.repaintTop();
  }

  // A finger may become a tap, a stroke, a long press, or one of two.
  touchDown(event) {
    const { board } = this;
    const point = this.point(event);
    const held = board.options.tool.gesture === "hold";
    const act = held ? () => this.begin(0, point) : () => this.longPress(point);
    board.hand.pressed = board.hand.hover;
    this.touch = { x: event.clientX, y: event.clientY, point, timer: setTimeout(act, held ? HOLD_DELAY : LONG_PRESS) };
  }

  longPress(point) {
    this.forgetTouch();
    this.begin(2, point);
    this.finish();
    if (navigator.vibrate) navigator.vibrate(15);
  }

  forgetTouch() {
    if (this.touch) clearTimeout(this.touch.timer);
    this.touch = null;
  }

  begin(button, point) {
    const { board } = this;
    this.forgetTouch();
    this.stroke = new Stroke(board.viewport.geometry, board.options.tool.gesture, button, point, board.send);
    board.hand.pressed = this.stroke.start;
    board.hand.preview = this.stroke.preview();
    this.stroke.press(this.modifiers);
    board.repaintTop();
  }

  move(event) {
    const { board } = this;
    if (!board.viewport.geometry) return;
    if (board.navigation.moved(event, this.place(event))) return;
    this.hover(event);
    if (event.pointerId !== this.pointer) return;
    this.modifiers = modifiersOf(event);
    if (this.touch) {
      if (Math.hypot(event.clientX - this.touch.x, event.clientY - this.touch.y) < STILL) return;
      this.begin(0, this.touch.point);
    }
    if (!this.stroke) return;
    const passed = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
    for (const one of passed.length ? passed : [event]) this.stroke.move(this.point(one));
    board.hand.preview = this.stroke.preview();
    this.later();
  }

  hover(event) {
    const { board } = this;
    const point = this.point(event);
    const patch = board.viewport.patch(...this.place(event));
    this.showEdge(point);
    if (patch === board.hand.hover) return;
    board.hand.hover = patch;
    const [x, y] = turnPointBack(board.viewport.geometry, ...point);
    this.hoverToTell = { kind: "hover", patch, x, y, ...modifiersOf(event) };
    this.later();
  }

  // A tool for edges shows which one it would act on.
  showEdge(point) {
    const { hand, options, viewport } = this.board;
    if (options.tool.gesture !== "edge" || this.stroke) return;
    const edge = edgeAt(viewport.geometry, ...point);
    if (String(edge) === String(hand.preview && hand.preview.edge)) return;
    hand.preview = edge && { gesture: "edge", edge };
    this.board.repaintTop();
  }

  // Tell of moves once a frame.
  later() {
    this.board.repaintTop();
    this.frame ||= requestAnimationFrame(() => this.tellNow());
  }

  tellNow() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.hoverToTell) this.board.send(this.hoverToTell);
    this.hoverToTell = null;
    if (this.stroke) this.stroke.flush(this.modifiers);
  }

  up(event) {
    const click = this.board.navigation.lifted(event);
    if (event.pointerId !== this.pointer) return;
    this.modifiers = modifiersOf(event);
    if (click) this.begin(1, this.point(event)); // the middle button, let go where it was pressed
    else if (this.touch) this.begin(0, this.touch.point);
    if (this.stroke) this.stroke.move(this.point(event));
    this.finish();
    if (event.pointerType === "touch") this.leave(event);
  }

  // The system took the pointer away: a stroke ends where it was.
  cancel(event) {
    this.board.navigation.lifted(event);
    if (event.pointerId === this.pointer) this.drop();
  }

  drop() {
    this.forgetTouch();
    this.finish();
  }

  finish() {
    const { board, stroke } = this;
    if (stroke) {
      this.tellNow();
      this.stroke = null;
      stroke.release(this.modifiers);
    }
    this.pointer = null;
    board.hand.pressed = -1;
    board.hand.preview = null;
    board.repaintTop();
  }

  leave(event) {
    if (this.stroke || this.board.hand.hover < 0) return;
    this.board.hand.hover = -1;
    this.board.hand.preview = null;
    this.hoverToTell = { kind: "hover", patch: -1, x: 0, y: 0, ...modifiersOf(event) };
    this.later();
  }
}
