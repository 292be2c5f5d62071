// Where the world lies on the canvas: fitting, zooming, scrolling. Everything is in device pixels, so that what has to
// be sharp can be sharp; `ratio` is device pixels a CSS pixel.

import { patchAt, turnPoint, turnPointBack } from "./geometry.js";

// Pixels a patch at which zooming stops, beside the fit.
const LEVELS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128, 160];

// A whole number of pixels a patch, so that all patches have one size. Only where that would waste more than this share
// are edges rounded one by one (sizes then differ by one pixel).
const MOST_WASTED = 0.12;

export class Viewport {
  constructor() {
    this.geometry = null;
    this.width = this.height = 0;
    this.ratio = 1;
    this.pitch = 1;
    this.left = this.top = 0;
    this.fitted = true;
  }

  // The canvas or the world has another size.
  resize(geometry, width, height, ratio) {
    let middle = null;
    if (this.geometry && !this.fitted) {
      const seen = this.toWorld(this.width / 2, this.height / 2);
      middle = turnPoint(geometry, ...turnPointBack(this.geometry, ...seen));
    }
    const pitch = (this.pitch * ratio) / this.ratio;
    Object.assign(this, { geometry, width, height, ratio });
    if (this.fitted || !middle) this.fit();
    else this.place(this.rounded(pitch), middle, width / 2, height / 2);
  }

  fit() {
    this.fitted = true;
    this.place(fitPitch(this.geometry, this.width, this.height), null, 0, 0);
  }

  // Show `pitch` pixels a patch, with the world's point `anchor` at canvas (x, y); scrolls stay in range.
  place(pitch, anchor, x, y) {
    const { geometry } = this;
    this.pitch = pitch;
    const across = (geometry.right - geometry.left) * pitch;
    const down = (geometry.top - geometry.bottom) * pitch;
    this.across = geometry.hex ? across : Math.max(1, Math.round(across));
    this.down = geometry.hex ? down : Math.max(1, Math.round(down));
    const left = anchor ? x - (anchor[0] - geometry.left) * pitch : 0;
    const top = anchor ? y - (geometry.top - anchor[1]) * pitch : 0;
    this.left = scrolled(left, this.across, this.width);
    this.top = scrolled(top, this.down, this.height);
  }

  // Zoom to `pitch`, keeping what is at canvas (x, y) where it is.
  zoomTo(pitch, x = this.width / 2, y = this.height / 2) {
    const fit = fitPitch(this.geometry, this.width, this.height);
    const anchor = this.toWorld(x, y);
    const sharp = Math.abs(pitch - fit) < 1e-6 ? fit : this.rounded(pitch);
    const wanted = Math.min(this.most(), Math.max(this.least(), sharp));
    this.fitted = Math.abs(wanted - fit) < 1e-6;
    this.place(wanted, anchor, x, y);
  }

  // One step in (1) or out (-1), stopping at the fit on the way.
  step(way, x, y) {
    const fit = fitPitch(this.geometry, this.width, this.height);
    const stops = [...LEVELS, fit].sort((a, b) => a - b);
    if (way < 0) stops.reverse();
    const next = stops.find((stop) => way * (stop - this.pitch) > 1e-3);
    this.zoomTo(next ?? this.pitch, x, y);
  }

  // Four CSS pixels a patch are always offered, even where the fit is larger.
  least() {
    return Math.min(fitPitch(this.geometry, this.width, this.height), Math.round(4 * this.ratio));
  }

  most() {
    return Math.max(LEVELS[LEVELS.length - 1], fitPitch(this.geometry, this.width, this.height));
  }

  // Squares stay sharp at whole pixels, hexagons at half ones.
  rounded(pitch) {
    if (pitch < 2) return pitch;
    return this.geometry.hex ? Math.round(pitch * 2) / 2 : Math.round(pitch);
  }

  scrollBy(dx, dy) {
    this.left = scrolled(this.left + dx, this.across, this.width);
    this.top = scrolled(this.top + dy, this.down, this.height);
  }

  // Scroll as little as brings the point into sight, with a margin of two patches.
  reveal([x, y]) {
    const margin = Math.min(2 * this.pitch, this.width / 4, this.height / 4);
    const [sx, sy] = [this.x(x), this.y(y)];
    const dx = sx < margin ? margin - sx : sx > this.width - margin ? this.width - margin - sx : 0;
    const dy = sy < margin ? margin - sy : sy > this.height - margin ? this.height - margin - sy : 0;
    if (dx || dy) this.scrollBy(dx, dy);
  }

  // Scroll a point to the middle if it is near the rim of what is seen, or beyond. Returns whether that scrolled.
  center([x, y]) {
    const [sx, sy] = [this.x(x), this.y(y)];
    const near = (at, room) => at < room / 6 || at > (5 * room) / 6;
    const before = [this.left, this.top];
    if (near(sx, this.width)) this.scrollBy(this.width / 2 - sx, 0);
    if (near(sy, this.height)) this.scrollBy(0, this.height / 2 - sy);
    return this.left !== before[0] || this.top !== before[1];
  }

  x(x) {
    return this.left + ((x - this.geometry.left) * this.across) / (this.geometry.right - this.geometry.left);
  }

  y(y) {
    return this.top + ((this.geometry.top - y) * this.down) / (this.geometry.top - this.geometry.bottom);
  }

  toWorld(sx, sy) {
    const { geometry } = this;
    return [
      geometry.left + ((sx - this.left) * (geometry.right - geometry.left)) / this.across,
      geometry.top - ((sy - this.top) * (geometry.top - geometry.bottom)) / this.down,
    ];
  }

  patch(sx, sy) {
    return patchAt(this.geometry, ...this.toWorld(sx, sy));
  }

  // The left edge of a column of squares, the upper edge of a row: whole pixels, as the picture has them.
  columnEdge(x) {
    return this.left + Math.round((x * this.across) / this.geometry.width);
  }

  rowEdge(y) {
    const { height } = this.geometry;
    return this.top + Math.round(((height - 1 - y) * this.down) / height);
  }

  // The columns and rows that can be seen in a part of the canvas, ends included.
  window({ left, top, right, bottom }) {
    const { geometry } = this;
    const corners = [this.toWorld(left, top), this.toWorld(right, bottom)];
    const [[ax, ay], [bx, by]] = corners.map((corner) => turnPointBack(geometry, ...corner));
    const inside = (value, most) => Math.min(most - 1, Math.max(0, value));
    return {
      x0: inside(Math.floor(Math.min(ax, bx) / geometry.column) - 1, geometry.width),
      x1: inside(Math.ceil(Math.max(ax, bx) / geometry.column) + 1, geometry.width),
      y0: inside(Math.floor(Math.min(ay, by)) - 1, geometry.height),
      y1: inside(Math.ceil(Math.max(ay, by)) + 1, geometry.height),
    };
  }
}

// Device pixels a patch so that the world fits into a box.
export function fitPitch(geometry, width, height) {
  const most = Math.min(width / (geometry.right - geometry.left), height / (geometry.top - geometry.bottom));
  const whole = geometry.hex ? Math.floor(most * 2) / 2 : Math.floor(most);
  return Math.max(1e-3, whole < (1 - MOST_WASTED) * most ? most : whole);
}

function scrolled(start, length, room) {
  if (length <= room) return Math.floor((room - length) / 2);
  return Math.round(Math.min(0, Math.max(room - length, start)));
}
