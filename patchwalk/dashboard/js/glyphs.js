// Signs on patches. Each is drawn once for a size into a small canvas and copied from there, onto whole pixels.

import { angleOf, centerOf } from "./geometry.js";
import { SIGNS, drawArrow, drawDark, drawDigit, drawIce, drawPercent } from "./signs.js";

const ARROW = 16;
const ARROWS = 8;
const PERCENT = 100;

// Start, goal, the ends of warps, and stairs stand above lines, everything else below.
const STATIONS = new Set([32, 33, 38, 39, 40]);

// Under so many CSS pixels a patch no sign but a station can be read.
const SIGNS_FROM = 7;
const STATIONS_FROM = 2;

export class GlyphPainter {
  constructor() {
    this.sprites = new Map();
    this.made = "";
  }

  // Draw the signs of a window: the stations or all others.
  draw(context, picture, look, viewport, { x0, x1, y0, y1 }, stations) {
    const { geometry, layers } = picture;
    const size = viewport.pitch / viewport.ratio;
    if (size < (stations ? STATIONS_FROM : SIGNS_FROM)) return;
    if (!stations && look.patterned) this.drawPatterns(context, picture, look, viewport, { x0, x1, y0, y1 });
    if (!layers.glyphs) return;
    for (let y = y0; y <= y1; y++) {
      for (let patch = y * geometry.width + x0; patch <= y * geometry.width + x1; patch++) {
        const id = layers.glyphs[patch];
        if (id && STATIONS.has(id) === stations) this.stamp(context, viewport, look, geometry, patch, id);
      }
    }
  }

  // Patterns of the palette, for those who see no hue.
  drawPatterns(context, { geometry, layers }, look, viewport, { x0, x1, y0, y1 }) {
    for (let y = y0; y <= y1; y++) {
      for (let patch = y * geometry.width + x0; patch <= y * geometry.width + x1; patch++) {
        const pattern = look.patterns[layers.codes[patch]];
        const covered = layers.shade && layers.shade[patch] !== 255;
        if (pattern && !covered) this.stamp(context, viewport, look, geometry, patch, pattern);
      }
    }
  }

  stamp(context, viewport, look, geometry, patch, id) {
    const sprite = this.sprite(id, viewport, look, geometry);
    const [x, y] = centerOf(geometry, patch);
    const half = sprite.width / 2;
    context.drawImage(sprite, Math.round(viewport.x(x) - half), Math.round(viewport.y(y) - half));
  }

  sprite(id, viewport, look, geometry) {
    const { directions, turned } = geometry;
    const made = [viewport.pitch, viewport.ratio, look.dark, directions, turned, look.codes.join()].join("/");
    if (made !== this.made) {
      this.sprites.clear();
      this.made = made;
    }
    let sprite = this.sprites.get(id);
    if (!sprite) {
      sprite = drawSprite(id, viewport, look, geometry);
      this.sprites.set(id, sprite);
    }
    return sprite;
  }
}

function drawSprite(id, { pitch, ratio }, look, geometry) {
  const size = pitch / ratio;
  const sprite = document.createElement("canvas");
  // Odd where the patch is odd, so that the middle of both falls together; with room for stations that reach beyond.
  const room = Math.max(Math.ceil(pitch) * 2, Math.ceil(24 * ratio));
  sprite.width = sprite.height = room + ((room + Math.round(pitch)) % 2);
  const context = sprite.getContext("2d");
  context.translate(sprite.width / 2, sprite.height / 2);
  context.scale(ratio, ratio);
  if (id === "hatched") drawIce(context, size, look);
  else if (id === "dotted") drawDark(context, size, look);
  else if (id >= 1 && id <= 8) drawDigit(context, size, look, id);
  else if (id >= ARROW && id < ARROW + ARROWS) {
    drawArrow(context, size, look, angleOf(geometry, id - ARROW));
  } else if (id >= PERCENT && id <= PERCENT + 100) drawPercent(context, size, look, id - PERCENT);
  else if (SIGNS[id]) SIGNS[id](context, size, look);
  return sprite;
}
