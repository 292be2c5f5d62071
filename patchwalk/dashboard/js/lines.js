// Lines over the patches: ways, warps, borders of floors; and filled areas.

import { FONT } from "./theme.js";

const CASING = 3; // CSS pixels that a rim adds to the width at least
const LEAST_WIDTH = 2;

export function drawLines(context, lines, look, viewport) {
  for (const line of lines) {
    const width = Math.max(LEAST_WIDTH * viewport.ratio, line.width * viewport.pitch);
    const pieces = line.pieces.map((piece) => piece.map(([x, y]) => [viewport.x(x), viewport.y(y)]));
    if (line.fill) fillArea(context, pieces, look.ink(line.fill));
    const head = line.arrow && pieces.length ? cutForHead(pieces, width) : null;
    if (line.casing) {
      context.globalAlpha = line.style === "solid" ? 1 : 0.75;
      strokeLine(context, pieces, look.ink("case"), width + Math.max(CASING * viewport.ratio, width * 0.9), []);
      context.globalAlpha = 1;
    }
    strokeLine(context, pieces, look.ink(line.color), width, dashes(line.style, width));
    if (head) drawHead(context, head, look, line, width);
  }
  // Names last, so that no way hides them.
  for (const line of lines) if (line.text) writeName(context, line, look, viewport);
}

// The name of what a line frames, on its upper left corner, or within it where the world ends; if it is not too long.
function writeName(context, line, look, viewport) {
  const { ratio, pitch } = viewport;
  const width = Math.max(LEAST_WIDTH * ratio, line.width * pitch);
  const pieces = line.pieces.map((piece) => piece.map(([x, y]) => [viewport.x(x), viewport.y(y)]));
  const points = pieces.flat();
  if (!points.length) return;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = Math.round(Math.min(12, Math.max(10, (0.55 * pitch) / ratio)) * ratio);
  context.font = `600 ${size}px ${FONT}`;
  if (context.measureText(line.text).width > Math.max(...xs) - left) return;
  const above = top - viewport.top > size + width;
  const at = [left + width, above ? top - width : top + width + 2 * ratio];
  context.textAlign = "left";
  context.textBaseline = above ? "alphabetic" : "top";
  context.lineJoin = "round";
  context.strokeStyle = look.ink("case");
  context.lineWidth = 3 * ratio;
  context.strokeText(line.text, ...at);
  context.fillStyle = look.ink(line.color);
  context.fillText(line.text, ...at);
}

function dashes(style, width) {
  if (style === "dashed") return [width * 3, width * 2.2];
  if (style === "dotted") return [0.01, width * 2.2];
  return [];
}

function trace(context, pieces) {
  context.beginPath();
  for (const piece of pieces) {
    piece.forEach((point, k) => (k ? context.lineTo(...point) : context.moveTo(...point)));
    // A single point is a dot.
    if (piece.length === 1) context.lineTo(piece[0][0] + 0.01, piece[0][1]);
  }
}

function strokeLine(context, pieces, color, width, dash) {
  trace(context, pieces);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineJoin = "round";
  context.lineCap = dash.length && dash[0] > 1 ? "butt" : "round";
  context.setLineDash(dash);
  context.stroke();
  context.setLineDash([]);
}

function fillArea(context, pieces, color) {
  trace(context, pieces);
  context.globalAlpha = 0.3;
  context.fillStyle = color;
  context.fill("evenodd");
  context.globalAlpha = 1;
}

// Take off the end of the last piece what its head covers. Returns the head's tip, direction and length, or null where
// the piece is too short for one.
function cutForHead(pieces, width) {
  const piece = pieces[pieces.length - 1];
  const tip = piece[piece.length - 1];
  const length = Math.max(width * 3, 8);
  const far = ([x, y]) => Math.hypot(tip[0] - x, tip[1] - y);
  let last = piece.length - 1;
  while (last >= 0 && far(piece[last]) < length * 0.75) last--;
  if (last < 0) return null;
  const [x, y] = piece[last];
  const share = 1 - (length * 0.75) / far(piece[last]);
  const end = [x + (tip[0] - x) * share, y + (tip[1] - y) * share];
  piece.splice(last + 1, piece.length, end);
  return { tip, angle: Math.atan2(tip[1] - y, tip[0] - x), length };
}

function drawHead(context, { tip, angle, length }, look, line, width) {
  const corner = (turn, far) => [tip[0] - Math.cos(angle + turn) * far, tip[1] - Math.sin(angle + turn) * far];
  context.beginPath();
  for (const point of [tip, corner(0.5, length * 1.15), corner(0, length * 0.75), corner(-0.5, length * 1.15)]) {
    context.lineTo(...point);
  }
  context.closePath();
  context.lineJoin = "round";
  if (line.casing) {
    context.strokeStyle = look.ink("case");
    context.lineWidth = Math.max(CASING, width * 0.6);
    context.stroke();
  }
  context.fillStyle = look.ink(line.color);
  context.fill();
}
