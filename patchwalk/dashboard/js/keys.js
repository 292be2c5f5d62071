// The keyboard: keys of the stage and the model (from anywhere on the page), the cursor and key modes (while the board
// has the focus).

import { centerOf, turnPointBack } from "./geometry.js";

const REPEAT_EVERY = 33; // ms between repeats of a held key
const REPEAT_AFTER = 250; // ms after which a repeat no longer waits for the frame that answers the last one

const CURSOR_KEYS = { arrowup: [0, 1], arrowdown: [0, -1], arrowleft: [-1, 0], arrowright: [1, 0] };
const SLIDER_KEYS = new Set(["arrowup", "arrowdown", "arrowleft", "arrowright", "home", "end", "pageup", "pagedown"]);
const NO_TEXT = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);

// `board` gives: root, canvas, options, hand, viewport, navigation, send, repaintTop(), moved(), zoom(to), hub.
export class KeyInput {
  constructor(board, signal) {
    this.board = board;
    this.lastSide = 0; // where the cursor went last, for tools that act on edges
    this.sent = { time: 0, frame: -1 };
    this.told = false; // whether the Enter that is held down was told as a key
    document.addEventListener("keydown", (event) => this.down(event), { signal });
    document.addEventListener("keyup", (event) => this.up(event), { signal });
  }

  get focused() {
    return this.board.root.contains(document.activeElement);
  }

  down(event) {
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || event.isComposing || isTyping(event.target) || !this.answers()) return;
    if (document.querySelector('[aria-modal="true"]') && key !== "escape" && key !== "?") return;
    if (this.take(event, key)) event.preventDefault();
  }

  // The focused board gets the keys; if none has the focus, the first on the page.
  answers() {
    const boards = this.board.hub.boards;
    const focused = boards.find((board) => board.keys.focused);
    return (focused || boards[0]) === this.board;
  }

  // Act on a key. Returns whether it was ours.
  take(event, key) {
    if (event.ctrlKey || event.metaKey) return this.takeUndo(event, key);
    if (event.altKey) return false;
    const { options } = this.board;
    if (this.focused && options.key_mode && (key === "escape" || options.key_mode.includes(key))) {
      this.board.send({ kind: "modekey", key });
      return true;
    }
    if (this.focused && this.takeCursor(event, key)) return true;
    if (isSlider(event.target) && SLIDER_KEYS.has(key)) return false;
    return this.takeBinding(event, key) || this.takeZoom(key);
  }

  takeUndo(event, key) {
    if (event.altKey || (key !== "z" && key !== "y")) return false;
    this.board.send({ kind: "key", name: key === "y" || event.shiftKey ? "redo" : "undo" });
    return true;
  }

  takeBinding(event, key) {
    const letter = key.length === 1 && key !== key.toUpperCase();
    if (letter && event.shiftKey) return false;
    const name = this.board.options.bindings[key];
    if (!name) return false;
    if (!event.repeat || (this.board.options.repeating.includes(name) && this.mayRepeat())) {
      this.sent = { time: performance.now(), frame: this.board.picture.number };
      this.board.send({ kind: "key", name });
    }
    return true;
  }

  // A held key never queues up: the frame that answers the last one must be here, and 33 ms gone.
  mayRepeat() {
    const gone = performance.now() - this.sent.time;
    return gone >= REPEAT_EVERY && (this.board.picture.number !== this.sent.frame || gone > REPEAT_AFTER);
  }

  takeZoom(key) {
    const to = { "+": "in", "=": "in", "-": "out", home: "fit" }[key];
    if (to) this.board.zoom(to);
    return Boolean(to);
  }

  takeCursor(event, key) {
    if (!this.board.viewport.geometry) return false;
    if (key in CURSOR_KEYS) this.moveCursor(...CURSOR_KEYS[key]);
    else if (key === "enter") this.enter(event);
    else if (key === " ") {
      // Space acts when it is let go, unless the world was dragged with it meanwhile.
      if (!event.repeat) this.board.navigation.spaceUsed = false;
      this.board.navigation.spaceHeld = true;
    } else return false;
    return true;
  }

  // Enter acts under the cursor, or stands for what the page wants of it; held on after that, it does nothing more.
  enter(event) {
    const { enter } = this.board.options;
    if (!event.repeat) this.told = enter && !event.shiftKey;
    if (!this.told) this.act(event.shiftKey ? 2 : 0, event);
    else if (!event.repeat) this.board.send({ kind: "key", name: enter });
  }

  up(event) {
    if (event.key !== " ") return;
    const { navigation } = this.board;
    if (navigation.spaceHeld && !navigation.spaceUsed && this.focused) this.act(0, event);
    navigation.spaceHeld = false;
  }

  // On hexes a step across the columns keeps the row's number: by half a patch to one side, and back to the same place.
  moveCursor(right, up) {
    const { board } = this;
    const { geometry } = board.viewport;
    const [dx, dy] = turnPointBack(geometry, right, up);
    const { width, height, wrap_x: wrapX, wrap_y: wrapY } = geometry;
    const from = this.cursor();
    const within = (value, length, wraps) =>
      wraps ? (value + length) % length : Math.min(length - 1, Math.max(0, value));
    const shown = board.hand.cursorShown;
    const x = within((from % width) + (shown ? dx : 0), width, wrapX);
    const y = within(Math.floor(from / width) + (shown ? dy : 0), height, wrapY);
    this.lastSide = sideTowards(geometry, from, dx, dy);
    board.hand.cursor = y * width + x;
    board.hand.cursorShown = true;
    board.viewport.reveal(centerOf(geometry, board.hand.cursor));
    board.moved();
    this.tell("hover", 0, {});
  }

  // Where the cursor is: where it was, else under the pointer, else in the middle.
  cursor() {
    const { hand, viewport } = this.board;
    const { geometry } = viewport;
    if (hand.cursor >= 0 && hand.cursor < geometry.size) return hand.cursor;
    if (hand.hover >= 0) return hand.hover;
    return Math.floor(geometry.height / 2) * geometry.width + Math.floor(geometry.width / 2);
  }

  act(button, event) {
    const { hand } = this.board;
    hand.cursor = this.cursor();
    hand.cursorShown = true;
    this.tell("press", button, event);
    this.tell("release", button, event);
    this.board.repaintTop();
  }

  tell(kind, button, event) {
    const { hand, viewport, send } = this.board;
    const patch = hand.cursor;
    const [x, y] = turnPointBack(viewport.geometry, ...centerOf(viewport.geometry, patch));
    const path = kind === "press" ? [patch] : [];
    const edge = [patch, this.lastSide];
    const modifiers = { shift: false, alt: Boolean(event.altKey), ctrl: Boolean(event.ctrlKey) };
    send({ kind, patch, x, y, edge, button, ...modifiers, start: patch, path, cursor: true });
  }
}

// The side of a patch that lies most in the direction of a step.
function sideTowards(geometry, patch, dx, dy) {
  const angle = Math.atan2(dx, dy);
  const apart = (side) => Math.cos(angle - (side * 2 * Math.PI) / geometry.directions);
  return geometry.sides.reduce((best, side) => (apart(side) > apart(best) + 1e-9 ? side : best));
}

function isTyping(target) {
  if (!(target instanceof Element)) return false;
  const field = target.closest("input, textarea, select, [contenteditable]");
  if (!field) return false;
  if (field.tagName === "INPUT") return !NO_TEXT.has(field.type) && !field.readOnly;
  return field.getAttribute("contenteditable") !== "false";
}

function isSlider(target) {
  const sliders = '[role="slider"], [role="spinbutton"], input[type="range"]';
  return target instanceof Element && Boolean(target.closest(sliders));
}
