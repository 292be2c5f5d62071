// What stands between patches: walls, doors, one-way edges, stop bars; the graph's links; grid lines.

import { angleOf, centerOf, neighborOf, sideEnds } from "./geometry.js";

const [WALL, DOOR, LOCKED, ONE_WAY, STOP] = [1, 2, 3, 4, 5];

const EDGES_FROM = 2; // CSS pixels a patch
const LINKS_FROM = 4;
const GRID_FROM = 6;

export function hasGrid(viewport) {
  return viewport.pitch / viewport.ratio >= GRID_FROM;
}

// Thin lines between squares (hexagons are drawn a little narrower instead).
export function drawGrid(context, viewport, look, { x0, x1, y0, y1 }) {
  const thick = Math.max(1, Math.round(viewport.ratio));
  const [left, right] = [viewport.columnEdge(x0), viewport.columnEdge(x1 + 1)];
  const [top, bottom] = [viewport.rowEdge(y1), viewport.rowEdge(y0 - 1)];
  context.fillStyle = look.ink("grid");
  context.globalAlpha = 0.55;
  for (let x = Math.max(1, x0); x <= x1; x++) context.fillRect(viewport.columnEdge(x), top, thick, bottom - top);
  for (let y = y0; y <= y1; y++) {
    if (y < viewport.geometry.height - 1) context.fillRect(left, viewport.rowEdge(y), right - left, thick);
  }
  context.globalAlpha = 1;
}

export function drawEdges(context, picture, look, viewport, { x0, x1, y0, y1 }) {
  const { geometry, layers } = picture;
  if (!layers.edges || viewport.pitch / viewport.ratio < EDGES_FROM) return;
  const kinds = new Map();
  for (let y = y0; y <= y1; y++) {
    for (let patch = y * geometry.width + x0; patch <= y * geometry.width + x1; patch++) {
      for (const side of geometry.sides) {
        const kind = layers.edges[patch * geometry.directions + side];
        if (!kind) continue;
        if (!kinds.has(kind)) kinds.set(kind, []);
        kinds.get(kind).push([patch, side]);
      }
    }
  }
  const pen = { context, look, viewport, geometry };
  if (kinds.has(WALL)) drawWalls(pen, kinds.get(WALL));
  for (const kind of [DOOR, LOCKED]) for (const edge of kinds.get(kind) || []) drawDoor(pen, edge, kind === LOCKED);
  for (const edge of kinds.get(ONE_WAY) || []) drawOneWay(pen, edge);
  for (const edge of kinds.get(STOP) || []) drawStop(pen, edge);
}

// A share of the patch, but so many CSS pixels at least and at most.
function thickness({ pitch, ratio }, share, least, most) {
  return Math.min(most * ratio, Math.max(least * ratio, share * pitch));
}

// The edge on the canvas: its two ends, the middle, and the unit vector out of the patch.
function placed({ viewport, geometry }, [patch, side]) {
  const [cx, cy] = centerOf(geometry, patch);
  const [a, b] = sideEnds(geometry, side).map(([x, y]) => [viewport.x(cx + x), viewport.y(cy + y)]);
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const angle = angleOf(geometry, side);
  return { a, b, middle, out: [Math.sin(angle), -Math.cos(angle)] };
}

function segment(context, from, to, color, width) {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

function between(a, b, share) {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

function drawWalls(pen, edges) {
  const { context, look, viewport, geometry } = pen;
  const width = thickness(viewport, 0.16, 1.25, 5);
  context.beginPath();
  for (const edge of edges) {
    const { a, b } = placed(pen, edge);
    context.moveTo(...a);
    context.lineTo(...b);
  }
  context.strokeStyle = look.ink("wall-edge");
  // Whole even widths stand sharp on the edges of squares.
  context.lineWidth = geometry.hex ? width : Math.max(1, Math.round(width));
  context.lineCap = geometry.hex ? "round" : "square";
  context.stroke();
}

function drawDoor(pen, edge, locked) {
  const { context, look, viewport } = pen;
  const { a, b, middle } = placed(pen, edge);
  context.lineCap = "butt";
  segment(context, a, b, look.ink("wall-edge"), thickness(viewport, 0.42, 4, 11));
  segment(context, between(a, b, 0.14), between(a, b, 0.86), look.ink("door"), thickness(viewport, 0.24, 2, 6));
  if (!locked) return;
  context.beginPath();
  context.arc(...middle, thickness(viewport, 0.11, 1.25, 3), 0, 7);
  context.fillStyle = look.ink("lock");
  context.fill();
}

// A thin wall, and through it a chevron in the direction in which it may be passed.
function drawOneWay(pen, edge) {
  const { context, look, viewport } = pen;
  const { a, b, middle, out } = placed(pen, edge);
  context.lineCap = "butt";
  segment(context, a, b, look.ink("wall-edge"), thickness(viewport, 0.08, 1, 2.5));
  const reach = thickness(viewport, 0.17, 1.5, 6);
  const tip = [middle[0] + out[0] * reach, middle[1] + out[1] * reach];
  const wing = (end) => {
    const far = (reach * 1.2) / Math.max(1, Math.hypot(end[0] - middle[0], end[1] - middle[1]));
    const side = between(middle, end, Math.min(0.7, far));
    return [side[0] - out[0] * reach * 0.8, side[1] - out[1] * reach * 0.8];
  };
  const points = [wing(a), tip, wing(b)];
  context.lineJoin = context.lineCap = "round";
  const strokes = [["case", thickness(viewport, 0.24, 3, 5.5)], ["one-way", thickness(viewport, 0.11, 1.25, 2.5)]];
  for (const [color, width] of strokes) {
    context.beginPath();
    points.forEach((point, k) => (k ? context.lineTo(...point) : context.moveTo(...point)));
    context.strokeStyle = look.ink(color);
    context.lineWidth = width;
    context.stroke();
  }
}

// A red signal: a bar across the lane, half as long again as the edge, inside the patch that has to wait.
function drawStop(pen, edge) {
  const { context, look, viewport } = pen;
  const { a, b, out } = placed(pen, edge);
  const thick = thickness(viewport, 0.22, 1, 6);
  const inside = ([x, y]) => [x - (out[0] * thick) / 2, y - (out[1] * thick) / 2];
  context.lineCap = "butt";
  segment(context, inside(between(a, b, -0.25)), inside(between(a, b, 1.25)), look.ink("stop"), thick);
}

// The graph: a line from centre to centre for each pair of links, a longer one with an arrow for one without return.
// Over the seam of a wrapped world it leads to the border on both sides.
export function drawLinks(context, picture, look, viewport, { x0, x1, y0, y1 }) {
  const { geometry, layers } = picture;
  if (!layers.links || viewport.pitch / viewport.ratio < LINKS_FROM) return;
  const width = thickness(viewport, 0.06, 1, 2);
  const heads = [];
  context.beginPath();
  for (let y = y0; y <= y1; y++) {
    for (let patch = y * geometry.width + x0; patch <= y * geometry.width + x1; patch++) {
      const bits = layers.links[patch];
      if (!bits) continue;
      const [cx, cy] = centerOf(geometry, patch);
      dot(context, viewport.x(cx), viewport.y(cy), width * 1.6);
      for (let direction = 0; direction < geometry.directions; direction++) {
        if (!(bits & (1 << direction))) continue;
        const next = neighborOf(geometry, patch, direction);
        if (next < 0) continue;
        const angle = angleOf(geometry, direction);
        const length = geometry.sides.includes(direction) ? 1 : Math.SQRT2;
        const back = (direction + geometry.directions / 2) % geometry.directions;
        const both = layers.links[next] & (1 << back);
        // Half the way: the other half is drawn by the neighbour's own bit.
        const share = both ? 0.5 : 0.94;
        const along = (part) => [
          viewport.x(cx + Math.sin(angle) * length * part), viewport.y(cy + Math.cos(angle) * length * part),
        ];
        context.moveTo(...along(0));
        context.lineTo(...along(share));
        if (!both) heads.push([along(share), angle]);
      }
    }
  }
  for (const [tip, angle] of heads) drawHeadOfLink(context, tip, angle, thickness(viewport, 0.22, 3, 9));
  context.save();
  context.globalAlpha = 0.6;
  context.strokeStyle = context.fillStyle = look.ink("link");
  context.lineWidth = width;
  context.lineCap = context.lineJoin = "round";
  context.fill();
  context.stroke();
  context.restore();
}

function dot(context, x, y, radius) {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 7);
}

function drawHeadOfLink(context, [x, y], angle, length) {
  const wing = (turn) => [x - Math.sin(angle + turn) * length, y + Math.cos(angle + turn) * length];
  context.moveTo(...wing(0.5));
  context.lineTo(x, y);
  context.lineTo(...wing(-0.5));
}
