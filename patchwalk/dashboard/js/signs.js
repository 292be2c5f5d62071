// The forms of the signs (patchwalk/view.py, class Glyph), each drawn round (0, 0) for a patch of `size` CSS pixels.
// Forms and not only colours differ, so that they are told apart without seeing hues.

import { FONT } from "./theme.js";

function write(context, text, size, weight, color) {
  context.font = `${weight} ${size}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = color;
  const box = context.measureText(text);
  // Middle of what is really inked: the font's own middle sits too high for figures.
  context.fillText(text, 0, (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
}

function stroke(context, color, width, points, closed = false) {
  context.beginPath();
  points.forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
  if (closed) context.closePath();
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineCap = context.lineJoin = "round";
  context.stroke();
}

function disc(context, x, y, radius, color) {
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fillStyle = color;
  context.fill();
}

function ring(context, x, y, radius, width, color) {
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

export function drawDigit(context, size, look, digit) {
  const height = Math.max(7, Math.round(size * (size < 18 ? 0.7 : 0.5)));
  write(context, String(digit), height, 650, look.ink(`digit-${digit}`));
}

// Rows under 34 px have no % sign, under 18 px no figures at all: the shade says it.
export function drawPercent(context, size, look, percent) {
  if (size < 18) return;
  const text = size >= 34 ? `${percent}%` : String(percent);
  write(context, text, Math.round(size * (size >= 34 ? 0.27 : 0.38)), 500, look.ink("percent"));
}

function drawFlag(context, size, look) {
  const u = size * 0.3;
  const pole = look.ink("pole");
  const width = Math.max(1.25, size * 0.055);
  context.lineCap = "butt";
  stroke(context, pole, width, [[-u * 0.35, u * 0.95], [-u * 0.35, -u * 0.95]]);
  stroke(context, pole, width, [[-u * 0.8, u * 0.95], [u * 0.1, u * 0.95]]);
  context.beginPath();
  context.moveTo(-u * 0.35, -u);
  context.lineTo(u * 0.85, -u * 0.45);
  context.lineTo(-u * 0.35, u * 0.1);
  context.fillStyle = look.ink("flag");
  context.fill();
}

function drawMine(context, size, look) {
  const r = size * 0.2;
  for (let k = 0; k < 4; k++) {
    const [dx, dy] = [Math.cos((k * Math.PI) / 4) * r * 1.55, Math.sin((k * Math.PI) / 4) * r * 1.55];
    stroke(context, look.ink("pole"), Math.max(1.25, size * 0.05), [[-dx, -dy], [dx, dy]]);
  }
  disc(context, 0, 0, r, look.ink("pole"));
  disc(context, -r * 0.3, -r * 0.3, Math.max(0.75, r * 0.24), look.ink("case"));
}

function drawMineHit(context, size, look) {
  disc(context, 0, 0, size * 0.42, look.ink("hit"));
  const r = size * 0.17;
  for (let k = 0; k < 4; k++) {
    const [dx, dy] = [Math.cos((k * Math.PI) / 4) * r * 1.6, Math.sin((k * Math.PI) / 4) * r * 1.6];
    stroke(context, "#FFFFFF", Math.max(1.25, size * 0.05), [[-dx, -dy], [dx, dy]]);
  }
  disc(context, 0, 0, r, "#FFFFFF");
}

function drawCross(context, size, look, color = look.ink("no-entry")) {
  const r = size * 0.26;
  const width = Math.max(1.5, size * 0.09);
  stroke(context, color, width, [[-r, -r], [r, r]]);
  stroke(context, color, width, [[-r, r], [r, -r]]);
}

function drawFlagWrong(context, size, look) {
  drawFlag(context, size, look);
  context.globalAlpha = 0.9;
  drawCross(context, size * 1.15, look, look.ink("pole"));
  context.globalAlpha = 1;
}

function drawDiamond(context, size, look) {
  const d = size * 0.19;
  context.beginPath();
  for (const [x, y] of [[0, -d], [d, 0], [0, d], [-d, 0]]) context.lineTo(x, y);
  context.fillStyle = look.ink("certain-mine");
  context.fill();
}

function drawLetter(context, size, look, letter, color) {
  const r = Math.max(8, size * (size > 40 ? 0.4 : 0.62));
  disc(context, 0, 0, r + 2, look.ink("case"));
  disc(context, 0, 0, r, color);
  write(context, letter, Math.round(r * 1.15), 700, look.ink("case"));
}

function drawKey(context, size, look) {
  const color = look.ink("key");
  const width = Math.max(1.25, size * 0.09);
  ring(context, -size * 0.16, 0, size * 0.14, width, color);
  stroke(context, color, width, [[-size * 0.02, 0], [size * 0.32, 0], [size * 0.32, size * 0.13]]);
  stroke(context, color, width, [[size * 0.18, 0], [size * 0.18, size * 0.1]]);
}

function drawNoEntry(context, size, look) {
  const width = Math.max(1.5, size * 0.12);
  disc(context, 0, 0, size * 0.32, look.ink("case"));
  ring(context, 0, 0, size * 0.32, width, look.ink("no-entry"));
  stroke(context, look.ink("no-entry"), width, [[-size * 0.17, 0], [size * 0.17, 0]]);
}

export function drawIce(context, size, look) {
  const width = Math.max(1, size * 0.05);
  stroke(context, look.ink("ice-mark"), width, [[-size * 0.22, size * 0.12], [size * 0.06, -size * 0.16]]);
  stroke(context, look.ink("ice-mark"), width, [[0, size * 0.2], [size * 0.22, -size * 0.02]]);
}

export function drawDark(context, size, look) {
  disc(context, 0, 0, Math.max(0.8, size * 0.06), look.ink("mark"));
}

function drawWarp(context, size, look, end) {
  disc(context, 0, 0, size * 0.36, look.ink("case"));
  ring(context, 0, 0, size * 0.36, Math.max(1.5, Math.min(3, size * 0.14)), look.ink("warp"));
  if (end) disc(context, 0, 0, size * 0.14, look.ink("warp"));
}

// Steps on a plate with a rim, as the ends of other warps are discs with one.
function drawStairs(context, size, look) {
  const half = size * 0.38;
  context.beginPath();
  context.roundRect(-half, -half, 2 * half, 2 * half, size * 0.1);
  context.fillStyle = look.ink("case");
  context.fill();
  context.lineWidth = Math.max(1, Math.min(2, size * 0.08));
  context.strokeStyle = look.ink("warp");
  context.stroke();
  const u = size * 0.22;
  const steps = [[-u, u], [-u / 3, u], [-u / 3, u / 3], [u / 3, u / 3], [u / 3, -u / 3], [u, -u / 3], [u, -u]];
  stroke(context, look.ink("warp"), Math.max(1.25, size * 0.09), steps);
}

function drawTarget(context, size, look) {
  ring(context, 0, 0, size * 0.32, Math.max(1.25, size * 0.08), look.ink("goal"));
  disc(context, 0, 0, size * 0.12, look.ink("goal"));
}

// An arrow in a heading (radians, clockwise from up).
export function drawArrow(context, size, look, heading) {
  const width = Math.max(1.25, size * 0.1);
  context.rotate(heading);
  stroke(context, look.ink("mark"), width, [[0, size * 0.28], [0, -size * 0.26]]);
  const [across, back, tip] = [size * 0.2, -size * 0.06, -size * 0.28];
  stroke(context, look.ink("mark"), width, [[-across, back], [0, tip], [across, back]]);
}

// id -> form; digits, arrows and percentages are made from their numbers (glyphs.js).
export const SIGNS = {
  9: drawFlag,
  10: (context, size, look) => write(context, "?", Math.round(size * 0.52), 650, look.ink("question")),
  11: drawMine,
  12: drawMineHit,
  13: drawFlagWrong,
  14: (context, size, look) => ring(context, 0, 0, size * 0.17, Math.max(1.5, size * 0.06), look.ink("safe")),
  15: drawDiamond,
  32: (context, size, look) => drawLetter(context, size, look, "S", look.ink("start")),
  33: (context, size, look) => drawLetter(context, size, look, "G", look.ink("goal")),
  34: drawKey,
  35: drawNoEntry,
  36: drawIce,
  37: drawDark,
  38: (context, size, look) => drawWarp(context, size, look, false),
  39: (context, size, look) => drawWarp(context, size, look, true),
  40: drawStairs,
  41: drawCross,
  42: (context, size, look) => disc(context, 0, 0, Math.max(1, size * 0.12), look.ink("ink")),
  43: drawTarget,
};
