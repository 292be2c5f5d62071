// Hexagons as pixels. Filling thousands of polygons takes a canvas a third of a second; here each pixel looks up the
// two hexagons it lies nearest to and mixes their colours where it lies on the edge between them: some milliseconds.
//
// With a whole or half number of pixels a patch the pattern repeats every second row of patches, so the look-up tables
// hold one period of it only; where hexagons have their points up, rows stand upright. Below a few pixels a patch nobody
// sees corners, and strips do (layers.js).

import { COLUMN, turnPointBack } from "./geometry.js";

const HEXAGONS_FROM = 3; // device pixels a patch; closer centres than the tables' two columns would matter below
const LANES = 0xff00ff;

// Whether hexagons are drawn by their pixels at this zoom.
export function hasCorners({ geometry, pitch }) {
  return geometry.hex && pitch >= HEXAGONS_FROM && Number.isInteger(2 * pitch);
}

export class HexRaster {
  constructor() {
    this.made = "";
    this.gap = 0;
    // For each pixel of a period: the place of the hexagon it lies in and of the next one, and how near the edge is,
    // from 0 (where gap and smoothing end) to 255 (on it).
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
      const into = (y - top) * width - left;
      this.drawRow(pixels, into, this.placeOf(viewport, first, y), last, image, gap ? gapColor : null);
    }
    context.putImageData(data, left, top);
  }

  // Where a pixel is in the tables: from `at` on until the pattern begins anew at `wrap`, and by how many periods away.
  placeOf({ geometry, left, top }, x, y) {
    const { period, length } = this;
    const row = geometry.turned ? x - left : y - top;
    const periods = Math.floor(row / period);
    const within = row % period;
    if (!geometry.turned) return { x, periods, from: within * length, at: within * length + x, wrap: Infinity };
    return { x, periods, from: y * period, at: y * period + within, wrap: (y + 1) * period };
  }

  drawRow(pixels, into, { x: first, periods, from, at, wrap }, last, image, gapColor) {
    const { words, stride } = image;
    const { nearest, second, share, gap } = this;
    const most = gap + 0.5;
    // Two rows of patches further down are four rows of the image.
    let down = periods * 4 * stride;
    for (let x = first; x < last; x++, at++) {
      if (at === wrap) {
        at = from;
        down += 4 * stride;
      }
      const color = words[nearest[at] + down];
      const part = share[at] * most;
      if (!part) pixels[into + x] = color;
      else {
        const other = words[second[at] + down];
        // Between two hexagons is the gap's colour; beyond the world is nothing, and no gap before it.
        const bare = gapColor === null || !color || !other;
        const mixedIn = bare ? other : gapColor;
        const amount = bare ? Math.max(0, part - 255 * gap) : Math.min(255, part);
        pixels[into + x] = color === mixedIn ? color : mix(color, mixedIn, amount | 0);
      }
    }
  }

  prepare(viewport, image, gap) {
    const { geometry, pitch, width, height, left, top } = viewport;
    const { turned } = geometry;
    const made = [geometry.width, geometry.height, turned, pitch, width, height, left, top, gap].join();
    if (made === this.made) return;
    this.made = made;
    this.gap = gap;
    this.length = turned ? height : width; // along the row of patches; the period goes across it
    this.period = 2 * pitch;
    const size = this.length * this.period;
    this.nearest = new Int32Array(size);
    this.second = new Int32Array(size);
    this.share = new Uint8Array(size);
    const [columns, rows] = turned ? [this.period, height] : [width, this.period];
    const [startX, startY] = turned ? [0, -top] : [-left, 0];
    for (let y = 0; y < rows; y++) {
      const drawnY = geometry.top - (y + startY + 0.5) / pitch;
      for (let x = 0; x < columns; x++) {
        const point = turnPointBack(geometry, geometry.left + (x + startX + 0.5) / pitch, drawnY);
        this.prepareOne(y * columns + x, ...point, pitch, image, gap);
      }
    }
  }

  // Find the two nearest centres, each column's two nearest rows being candidates.
  prepareOne(at, x, y, pitch, image, gap) {
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
    this.share[at] = Math.round(255 * Math.max(0, 1 - edge / (gap + 0.5)));
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
