// Hexagons as polygons, from a few pixels a patch on.

import { NO_SHADE } from "./theme.js";

// Below so many pixels a patch nobody sees the corners: strips do (layers.js).
export const POLYGONS_FROM = 5;

// So much each polygon laps over its neighbours, in pixels, so that no ground shines through between two.
const LAP = 0.35;

// Fill the hexagons of a window; `gap` is how much narrower they are drawn (0 for none), showing the ground between.
export function drawHexes(context, picture, look, viewport, window, gap) {
  const groups = groupByColor(picture.layers, look, picture.geometry.width, window);
  const scale = viewport.pitch + (gap ? -2 * gap : 2 * LAP);
  for (const [color, patches] of groups) {
    context.beginPath();
    for (const patch of patches) addHexagon(context, viewport, patch, scale);
    context.fillStyle = color;
    context.fill();
  }
}

// The ground between hexagons that are drawn narrower.
export function drawHexGround(context, viewport, { x0, x1, y0, y1 }, color) {
  const { width } = viewport.geometry;
  context.beginPath();
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) addHexagon(context, viewport, y * width + x, viewport.pitch + 2 * LAP);
  }
  context.fillStyle = color;
  context.fill();
}

function groupByColor({ codes, shade }, look, width, { x0, x1, y0, y1 }) {
  const groups = new Map();
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const patch = y * width + x;
      const tone = shade ? shade[patch] : NO_SHADE;
      const color = tone === NO_SHADE ? look.color(codes[patch]) : look.shades[tone];
      const group = groups.get(color);
      if (group) group.push(patch);
      else groups.set(color, [patch]);
    }
  }
  return groups;
}

// Add a flat-topped hexagon of the given height to the path.
export function addHexagon(context, viewport, patch, scale) {
  const { geometry, pitch, left, top } = viewport;
  const column = patch % geometry.width;
  const row = (patch / geometry.width) | 0;
  const x = left + (column * geometry.column - geometry.left) * pitch;
  const y = top + (geometry.top - row + 0.5 * (column & 1)) * pitch;
  const radius = scale / Math.sqrt(3);
  const half = scale / 2;
  context.moveTo(x + radius, y);
  context.lineTo(x + radius / 2, y + half);
  context.lineTo(x - radius / 2, y + half);
  context.lineTo(x - radius, y);
  context.lineTo(x - radius / 2, y - half);
  context.lineTo(x + radius / 2, y - half);
  context.closePath();
}
