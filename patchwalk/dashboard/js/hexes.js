// Hexagons as pixels. Filling thousands of polygons takes a canvas a third of a second; here each pixel looks up the
// two hexagons it lies nearest to and mixes their colours where it lies on the edge between them: some milliseconds.
//
// With a whole or half number of pixels a patch the pattern repeats every second row of patches, so the look-up tables
// hold one period of it only. Below a few pixels a patch nobody sees corners, and strips do (layers.js).

import { COLUMN } from "./geometry.js";

const HEXAGONS_FROM = 3; // device pixels a patch; closer centres than the tables' two columns would matter below
const LANES = 0xff00ff;

// Whether hexagons are drawn by their pixels at this zoom.
export function hasCorners({ geometry, pitch }) {
  return geometry.hex && pitch >= HEXAGONS_FROM && Number.isInteger(2 * pitch);
}

export class HexRaster {
  constructor() {
    this.made = "";
    this.nearest = this.second = this.share = null;
  }

  // Draw a part of the canvas, in whole pixels, over whatever was there. With `gap` pixels between hexagons these are
  // drawn in `gapColor` (a pixel).
  draw(context, viewport, image, part, gap, gapColor) {
    this.prepare(viewport, image, gap);
    const left = Math.max(0, Math.floor(part.left));
    const top = Math.max(0, Math.floor(part.top));
    const width = Math.min(viewport.width, Math.ceil(part.right)) - left;
    const height = Math.min(viewport.height, Math.ceil(part.bottom)) - top;
    if (width <= 0 || height <= 0) return;
    const data = context.createImageData(width, height);
    const pixels = new Uint32Array(data.data.buffer);
    const first = Math.max(left, viewport.left);
    const last = Math.min(left + width, Math.ceil(viewport.left + viewport.across));
    for (let y = Math.max(top, viewport.top); y < Math.min(top + height, viewport.top + viewport.down); y++) {
      this.drawRow(pixels, (y - top) * width - left, y - viewport.top, first, last, image, gap ? gapColor : null);
    }
    context.putImageData(data, left, top);
  }

  drawRow(pixels, into, row, first, last, image, gapColor) {
    const { words, stride } = image;
    const { nearest, second, share, period, width } = this;
    // Two rows of patches further down are four rows of the image.
    const down = Math.floor(row / period) * 4 * stride;
    const from = (row % period) * width;
    for (let x = first; x < last; x++) {
      const color = words[nearest[from + x] + down];
      const part = share[from + x];
      if (!part) pixels[into + x] = color;
      else {
        const other = words[second[from + x] + down];
        // Between two hexagons is the gap's colour, beyond the world nothing.
        const mixedIn = gapColor === null || !color || !other ? other : gapColor;
        pixels[into + x] = color === mixedIn ? color : mix(color, mixedIn, part);
      }
    }
  }

  prepare({ geometry, pitch, width, left }, image, gap) {
    const made = [geometry.width, geometry.height, pitch, width, left, gap].join();
    if (made === this.made) return;
    this.made = made;
    this.width = width;
    this.period = 2 * pitch;
    const size = width * this.period;
    this.nearest = new Int32Array(size);
    this.second = new Int32Array(size);
    this.share = new Uint8Array(size);
    for (let x = 0; x < width; x++) {
      const worldX = geometry.left + (x + 0.5 - left) / pitch;
      for (let y = 0; y < this.period; y++) {
        this.prepareOne(y * width + x, worldX, geometry.top - (y + 0.5) / pitch, geometry, pitch, image, gap);
      }
    }
  }

  // Find the two nearest centres, each column's two nearest rows being candidates.
  prepareOne(at, x, y, geometry, pitch, image, gap) {
    const column = Math.floor(x / COLUMN);
    let [near, far] = [Infinity, Infinity];
    let [nearPlace, farPlace] = [0, 0];
    for (let c = column; c <= column + 1; c++) {
      const shift = 0.5 * (Math.abs(c) % 2);
      const below = Math.floor(y + shift);
      for (let r = below; r <= below + 1; r++) {
        const apart = (x - c * COLUMN) ** 2 + (y + shift - r) ** 2;
        if (apart >= far) continue;
        const place = image.place(c, r);
        if (apart < near) [far, farPlace, near, nearPlace] = [near, nearPlace, apart, place];
        else [far, farPlace] = [apart, place];
      }
    }
    // Centres of neighbours are one unit apart, so this is how far the edge between them is, in pixels.
    const edge = ((far - near) / 2) * pitch;
    this.nearest[at] = nearPlace;
    this.second[at] = farPlace;
    this.share[at] = Math.round(255 * Math.min(1, Math.max(0, gap + 0.5 - edge)));
  }
}

// Two pixels mixed: `part` of 255 of the second one. Nothing (0) mixes by alpha, so that it darkens no rim.
function mix(a, b, part) {
  if (!a) return ((b & 0xffffff) | (part << 24)) >>> 0;
  if (!b) return ((a & 0xffffff) | ((255 - part) << 24)) >>> 0;
  const rest = 256 - part;
  const low = ((Math.imul(a & LANES, rest) + Math.imul(b & LANES, part)) >>> 8) & LANES;
  const high = (Math.imul((a >>> 8) & LANES, rest) + Math.imul((b >>> 8) & LANES, part)) & ~LANES;
  return (low | high) >>> 0;
}
