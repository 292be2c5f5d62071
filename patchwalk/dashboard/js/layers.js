// Codes and shade as an image of one pixel a patch, scaled when it is drawn. For hexagons, whose odd columns lie half a
// patch lower, it has two rows a patch: strips of rectangles, good enough below a few pixels a patch, and the colours
// from which hexes.js draws corners.

import { NO_SHADE } from "./theme.js";

// So many changes are handed to the canvas one by one; for more, the box around them.
const SINGLE_PIXELS = 64;

// Transparent pixels round the image of a hexagonal world, so that looking up a neighbour needs no checks.
const MARGIN = 6;

// From half a pixel a patch on, scaling by the two nearest pixels loses no patch, and it is many times faster.
const FAST_FROM = 0.5;

export class PatchImage {
  constructor() {
    this.width = this.height = 0;
    this.hex = false;
  }

  // Make it anew for a world.
  resize({ width, height, hex }) {
    Object.assign(this, { width, height, hex });
    this.margin = hex ? MARGIN : 0;
    this.rows = hex ? 2 * height + 1 : height;
    this.stride = width + 2 * this.margin;
    this.canvas = document.createElement("canvas");
    this.canvas.width = this.stride;
    this.canvas.height = this.rows + 2 * this.margin;
    this.context = this.canvas.getContext("2d", { willReadFrequently: true });
    this.image = this.context.createImageData(this.canvas.width, this.canvas.height);
    this.words = new Uint32Array(this.image.data.buffer);
  }

  fits({ width, height, hex }) {
    return this.width === width && this.height === height && this.hex === hex;
  }

  // Where the (upper) pixel of a patch is in `words`; within the margin also of patches outside.
  place(x, y) {
    const row = this.hex ? 2 * (this.height - 1 - y) + (x & 1) : this.height - 1 - y;
    return (row + this.margin) * this.stride + x + this.margin;
  }

  // Bring it up to date with the layers where `changes` (from applyFrame) says so.
  update({ codes, shade }, look, changes) {
    const { width, height } = this;
    if (changes.all) {
      this.fill(codes, shade, look, 0, 0, width - 1, height - 1);
      this.context.putImageData(this.image, 0, 0);
      return;
    }
    for (const [x0, y0, x1, y1] of changes.boxes) {
      this.fill(codes, shade, look, x0, y0, x1, y1);
      this.put(x0, y0, x1, y1);
    }
    const { patches } = changes;
    if (!patches.length) return;
    let [left, bottom, right, top] = [width, height, 0, 0];
    for (const patch of patches) {
      const x = patch % width;
      const y = (patch / width) | 0;
      this.fill(codes, shade, look, x, y, x, y);
      if (patches.length <= SINGLE_PIXELS) this.put(x, y, x, y);
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
    if (patches.length > SINGLE_PIXELS) this.put(left, bottom, right, top);
  }

  fill(codes, shade, look, x0, y0, x1, y1) {
    const { words, width, stride, hex } = this;
    const { pixels, shadePixels } = look;
    for (let y = y0; y <= y1; y++) {
      const from = y * width;
      const row = this.place(0, y);
      for (let x = x0; x <= x1; x++) {
        const tone = shade ? shade[from + x] : NO_SHADE;
        const word = tone === NO_SHADE ? pixels[codes[from + x]] : shadePixels[tone];
        if (!hex) words[row + x] = word;
        else {
          const at = row + x + (x & 1) * stride;
          words[at] = words[at + stride] = word;
        }
      }
    }
  }

  // Hand a box of patches to the canvas.
  put(x0, y0, x1, y1) {
    const { height, hex, margin } = this;
    const top = hex ? 2 * (height - 1 - y1) : height - 1 - y1;
    const down = hex ? 2 * (y1 - y0) + 3 : y1 - y0 + 1;
    this.context.putImageData(this.image, 0, 0, margin + x0, margin + top, x1 - x0 + 1, down);
  }

  // Draw the columns and rows of a window; the caller has clipped.
  draw(context, viewport, { x0, x1, y0, y1 }) {
    const { geometry, pitch } = viewport;
    context.imageSmoothingEnabled = pitch < 1;
    context.imageSmoothingQuality = pitch < FAST_FROM ? "medium" : "low";
    if (this.hex || pitch !== Math.round(pitch)) {
      // Edges are rounded by the scaling itself: always the whole image, so that each part comes out the same.
      this.drawWhole(context, viewport);
      return;
    }
    const [columns, rows] = [x1 - x0 + 1, y1 - y0 + 1];
    context.drawImage(
      this.canvas, x0, this.height - 1 - y1, columns, rows,
      viewport.columnEdge(x0), viewport.rowEdge(y1), columns * pitch, rows * pitch,
    );
  }

  drawWhole(context, viewport) {
    const { geometry, pitch } = viewport;
    const { canvas, margin, width, rows } = this;
    if (!this.hex) {
      context.drawImage(canvas, 0, 0, width, rows, viewport.left, viewport.top, viewport.across, viewport.down);
      return;
    }
    const start = -geometry.column / 2;
    const [across, down] = [width * geometry.column * pitch, (this.height + 0.5) * pitch];
    context.save();
    if (geometry.turned) context.transform(0, -1, 1, 0, viewport.left, viewport.y(start));
    else context.translate(viewport.x(start), viewport.top);
    context.drawImage(canvas, margin, margin, width, rows, 0, 0, across, down);
    context.restore();
  }
}
