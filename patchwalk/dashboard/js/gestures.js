// What the hand does, whatever it does it with: a stroke from press to release, told to Python as events.

import { edgeAt, patchAt, turnPointBack, walk } from "./geometry.js";

// These act on release with both ends; the board shows meanwhile what would happen.
const TWO_ENDED = new Set(["line", "link", "rectangle", "direction"]);

// What the pointer and the keyboard's cursor do at the moment, for drawing.
export class Hand {
  constructor() {
    this.hover = -1; // patch under the pointer
    this.pressed = -1; // patch of the press that goes on
    this.cursor = -1; // patch of the keyboard's cursor
    this.cursorShown = false;
    this.preview = null; // {gesture, start, end, at, edge}
  }
}

// One press with all that follows until its release. Points are as they are drawn, in patch units.
export class Stroke {
  constructor(geometry, gesture, button, point, send) {
    Object.assign(this, { geometry, gesture, button, send });
    this.last = point;
    this.start = patchAt(geometry, ...point);
    this.edge = edgeAt(geometry, ...point);
    this.told = this.start;
    this.toldEdge = String(this.edge);
    this.path = [];
  }

  press(modifiers) {
    this.tell("press", modifiers, this.start < 0 ? [] : [this.start]);
  }

  // Go straight to another point; `flush` tells of it.
  move(point) {
    this.path.push(...walk(this.geometry, this.last, point));
    this.last = point;
    this.edge = edgeAt(this.geometry, ...point);
  }

  // Tell of the patches passed since the last event; nothing when the hand only moved within a patch.
  flush(modifiers) {
    const patch = patchAt(this.geometry, ...this.last);
    const edge = String(this.edge);
    const news = this.path.length || patch !== this.told || (this.gesture === "edge" && edge !== this.toldEdge);
    if (TWO_ENDED.has(this.gesture) || !news) return;
    const path = this.path;
    this.path = [];
    this.told = patch;
    this.toldEdge = edge;
    this.tell("drag", modifiers, path);
  }

  release(modifiers) {
    this.flush(modifiers);
    this.tell("release", modifiers, []);
  }

  tell(kind, modifiers, path) {
    const patch = patchAt(this.geometry, ...this.last);
    const [x, y] = turnPointBack(this.geometry, ...this.last);
    this.send({
      kind, patch, x, y, edge: this.edge, button: this.button, ...modifiers, start: this.start, path,
    });
  }

  // What the board shows of it.
  preview() {
    const [x, y] = this.last;
    if (this.button !== 0) return null;
    if (this.gesture !== "edge" && !TWO_ENDED.has(this.gesture)) return null;
    return {
      gesture: this.gesture, start: this.start, end: patchAt(this.geometry, x, y), at: [x, y], edge: this.edge,
    };
  }
}

export function modifiersOf(event) {
  return { shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey };
}
