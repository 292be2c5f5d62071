// What lies over the picture and changes with the pointer: outlines, rings, the cursor, previews of gestures.

import { angleOf, centerOf, neighborOf, sideEnds, walk } from "./geometry.js";

const RING = 3; // CSS pixels
const SMALL = 12; // rings round smaller patches stand off

// `hand` is what pointer and cursor do at the moment (gestures.js, class Hand).
// `turtles` are where they are drawn now.
export function drawMarks(context, picture, look, viewport, turtles, hand, options) {
  for (const [patch, color, turtle] of picture.marks) {
    if (patch < 0 || patch >= picture.geometry.size) continue;
    context.save();
    context.translate(...offset(viewport, patch, turtles, turtle));
    drawRing(context, viewport, look, patch, look.ink(color || "focus"));
    context.restore();
  }
  drawHover(context, viewport, look, hand, options);
  if (hand.preview) drawPreview(context, viewport, look, hand.preview, options.tool);
  if (hand.cursor >= 0 && hand.cursorShown) drawRing(context, viewport, look, hand.cursor, look.ink("focus"));
}

// How far from its patch a turtle is drawn, in pixels; none if it is not one of these.
function offset(viewport, patch, turtles, id) {
  const k = id >= 0 && turtles ? turtles.id.indexOf(id) : -1;
  if (k < 0) return [0, 0];
  const [cx, cy] = centerOf(viewport.geometry, patch);
  return [viewport.x(turtles.x[k]) - viewport.x(cx), viewport.y(turtles.y[k]) - viewport.y(cy)];
}

function outline(context, viewport, patch, grow) {
  const { geometry } = viewport;
  context.beginPath();
  if (geometry.hex) {
    const [cx, cy] = centerOf(geometry, patch);
    const scale = viewport.pitch + 2 * grow;
    for (const [x, y] of geometry.outline) context.lineTo(viewport.x(cx) + x * scale, viewport.y(cy) - y * scale);
    context.closePath();
    return;
  }
  const [x, y] = [patch % geometry.width, Math.floor(patch / geometry.width)];
  const [left, top] = [viewport.columnEdge(x), viewport.rowEdge(y)];
  const [right, bottom] = [viewport.columnEdge(x + 1), viewport.rowEdge(y - 1)];
  context.rect(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow);
}

function drawRing(context, viewport, look, patch, color) {
  const { ratio } = viewport;
  const grow = viewport.pitch / ratio < SMALL ? 3 * ratio : 0;
  context.lineJoin = "round";
  strokeOutline(context, viewport, patch, grow, 2 * RING * ratio, look.ink("case"));
  strokeOutline(context, viewport, patch, grow, RING * ratio, color);
}

function drawHover(context, viewport, look, hand, options) {
  const { geometry, ratio } = viewport;
  const patch = hand.hover;
  if (patch < 0 || patch >= geometry.size) return;
  context.lineJoin = "round";
  if (options.light_neighbors && !hand.preview) {
    for (let direction = 0; direction < geometry.directions; direction++) {
      const next = neighborOf(geometry, patch, direction);
      if (next >= 0) drawNeighbor(context, viewport, look, next);
    }
  }
  if (hand.pressed >= 0) {
    outline(context, viewport, patch, 0);
    context.globalAlpha = 0.35;
    context.fillStyle = look.ink("focus");
    context.fill();
    context.globalAlpha = 1;
  }
  // Two lines of their own, so that one of them shows on any colour: outside small patches, at the edge of large ones.
  const small = viewport.pitch / ratio < SMALL;
  const thick = (small ? 1 : 2) * ratio;
  strokeOutline(context, viewport, patch, (small ? thick : 0) + ratio / 2, ratio, look.ink("case"));
  strokeOutline(context, viewport, patch, small ? thick / 2 : -thick / 2, thick, look.ink("ink"));
}

function strokeOutline(context, viewport, patch, grow, width, color) {
  outline(context, viewport, patch, grow);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
}

function drawNeighbor(context, viewport, look, patch) {
  const { ratio } = viewport;
  const small = viewport.pitch / ratio < SMALL;
  outline(context, viewport, patch, 0);
  context.globalAlpha = small ? 0.5 : 0.22;
  context.fillStyle = look.ink("focus");
  context.fill();
  context.globalAlpha = 1;
  if (!small) strokeOutline(context, viewport, patch, -ratio, 1.5 * ratio, look.ink("focus"));
}

function drawPreview(context, viewport, look, preview, tool) {
  const color = look.ink(tool.color || "focus");
  const { geometry } = viewport;
  if (preview.gesture === "edge") drawEdgePreview(context, viewport, look, preview.edge, color);
  else if (preview.start < 0 || preview.end < 0) return;
  else if (preview.gesture === "line") {
    const ends = [preview.start, preview.end].map((patch) => centerOf(geometry, patch));
    fillPatches(context, viewport, look, [preview.start, ...walk(geometry, ...ends)], color);
  } else if (preview.gesture === "rectangle") {
    fillPatches(context, viewport, look, rectangle(geometry, preview.start, preview.end), color);
  } else if (preview.gesture === "direction") drawDirection(context, viewport, look, preview, color);
  else if (preview.gesture === "link") drawLink(context, viewport, look, preview, color);
}

export function rectangle({ width }, a, b) {
  const [ax, ay, bx, by] = [a % width, Math.floor(a / width), b % width, Math.floor(b / width)];
  const patches = [];
  for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++) {
    for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++) patches.push(y * width + x);
  }
  return patches;
}

function fillPatches(context, viewport, look, patches, color) {
  context.globalAlpha = 0.5;
  context.fillStyle = color;
  for (const patch of patches) {
    outline(context, viewport, patch, 0);
    context.fill();
  }
  context.globalAlpha = 1;
  for (const patch of [patches[0], patches[patches.length - 1]]) {
    outline(context, viewport, patch, 0);
    context.lineWidth = 1.5 * viewport.ratio;
    context.strokeStyle = look.ink("ink");
    context.stroke();
  }
}

function drawEdgePreview(context, viewport, look, edge, color) {
  if (!edge) return;
  const [cx, cy] = centerOf(viewport.geometry, edge[0]);
  const ends = sideEnds(viewport.geometry, edge[1]).map(([x, y]) => [viewport.x(cx + x), viewport.y(cy + y)]);
  drawStretch(context, viewport, look, ends, color, Math.max(3 * viewport.ratio, viewport.pitch * 0.2));
}

// The lane from the first patch on in the direction nearest to the pointer.
function drawDirection(context, viewport, look, { start, end, at }, color) {
  if (start === end) {
    fillPatches(context, viewport, look, [start], color);
    return;
  }
  const { geometry } = viewport;
  const [x, y] = centerOf(geometry, start);
  const part = (2 * Math.PI) / geometry.directions;
  const first = angleOf(geometry, 0);
  const direction = Math.round((Math.atan2(at[0] - x, at[1] - y) - first) / part);
  const angle = first + direction * part;
  const side = geometry.sides.includes((direction + 2 * geometry.directions) % geometry.directions);
  const step = side ? 1 : Math.SQRT2;
  const ahead = (at[0] - x) * Math.sin(angle) + (at[1] - y) * Math.cos(angle);
  const steps = Math.max(1, Math.round(ahead / step)) * step;
  drawPointing(context, viewport, look, [x, y], [x + Math.sin(angle) * steps, y + Math.cos(angle) * steps], color);
}

// From one patch to another one, wherever it is.
function drawLink(context, viewport, look, { start, end }, color) {
  fillPatches(context, viewport, look, [start, end], color);
  const { geometry } = viewport;
  if (start !== end) drawPointing(context, viewport, look, centerOf(geometry, start), centerOf(geometry, end), color);
}

function drawPointing(context, viewport, look, from, to, color) {
  const [sx, sy] = [viewport.x(from[0]), viewport.y(from[1])];
  const [tx, ty] = [viewport.x(to[0]), viewport.y(to[1])];
  const angle = Math.atan2(tx - sx, sy - ty);
  const length = Math.min(Math.max(viewport.pitch, 14 * viewport.ratio), 22 * viewport.ratio) * 0.5;
  const wing = (turn) => [tx - Math.sin(angle + turn) * length, ty + Math.cos(angle + turn) * length];
  const thick = 2.5 * viewport.ratio;
  drawStretch(context, viewport, look, [[sx, sy], [tx, ty]], color, thick);
  drawStretch(context, viewport, look, [wing(0.6), [tx, ty], wing(-0.6)], color, thick);
}

function drawStretch(context, viewport, look, points, color, width) {
  context.beginPath();
  points.forEach((point, k) => (k ? context.lineTo(...point) : context.moveTo(...point)));
  context.lineCap = context.lineJoin = "round";
  context.strokeStyle = look.ink("case");
  context.lineWidth = width + 2.5 * viewport.ratio;
  context.stroke();
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}
