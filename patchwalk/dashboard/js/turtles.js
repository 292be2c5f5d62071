// Turtles: their shapes, and their smooth moves between two frames.

const [TURTLE, DROP, CIRCLE, CAR] = [0, 1, 2, 3]; // in the order of patchwalk.view.SHAPES; the rest are squares

// Below so many CSS pixels a patch, turtles are dots, unless they are so few that each should be seen.
const SHAPES_FROM = 4;
const FEW = 64;

// Moves are smooth only where frames follow each other neither so closely that they are smooth by themselves nor too far
// apart, only for jumps shorter than this, and only while the screen keeps up with the pictures between.
const SHORTEST_GAP = 45; // ms
const LONGEST_GAP = 400; // ms
const SLOW_PAINT = 40; // ms between two pictures of one move
const REST = 2000; // ms without smooth moves after a slow one
const LONGEST_JUMP = 2.5; // patches
const LONGEST_MOVE = 90; // ms, so that the last picture after Stop is not late
const MOST_SMOOTH = 3000;

// Where turtles are drawn while they move from the place in one frame to that in the next.
export class TurtleMotion {
  constructor() {
    this.now = null;
    this.from = null;
    this.started = this.length = 0;
    this.lastFrame = this.lastPaint = this.restUntil = -Infinity;
  }

  // A new frame: start at what is being shown.
  accept(turtles, time) {
    const shown = this.now && this.now.count ? this.positions(time) : null;
    const gap = time - this.lastFrame;
    this.lastFrame = time;
    this.now = turtles;
    this.from = null;
    const apt = turtles.smooth && shown && gap >= SHORTEST_GAP && gap <= LONGEST_GAP && turtles.count <= MOST_SMOOTH;
    if (!apt || time < this.restUntil || prefersStillness()) return;
    this.from = startingPoints(shown, turtles);
    this.started = this.lastPaint = time;
    this.length = Math.min(gap, LONGEST_MOVE);
  }

  stop() {
    this.from = null;
  }

  moving(time) {
    return Boolean(this.from) && time < this.started + this.length;
  }

  // The turtles with the places to draw them at.
  positions(time) {
    const { now, from } = this;
    if (!now || !this.moving(time)) return now;
    if (time - this.lastPaint > SLOW_PAINT) this.restUntil = time + REST;
    this.lastPaint = time;
    const share = Math.max(0, (time - this.started) / this.length);
    const mix = (a, b) => b.map((value, k) => a[k] + (value - a[k]) * share);
    const heading = now.heading.map((value, k) => from.heading[k] + turned(from.heading[k], value) * share);
    return { ...now, x: mix(from.x, now.x), y: mix(from.y, now.y), heading };
  }
}

// The way from one heading to another, -180 to 180.
function turned(from, to) {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

// Null when nothing moves smoothly: then there is no need to paint again before the next frame.
function startingPoints(shown, turtles) {
  let moved = false;
  const rows = new Map();
  for (let k = 0; k < shown.count; k++) rows.set(shown.id[k], k);
  const from = { x: turtles.x.slice(), y: turtles.y.slice(), heading: turtles.heading.slice() };
  for (let k = 0; k < turtles.count; k++) {
    const row = rows.get(turtles.id[k]);
    if (row === undefined) continue;
    if (Math.hypot(shown.x[row] - turtles.x[k], shown.y[row] - turtles.y[k]) > LONGEST_JUMP) continue;
    from.x[k] = shown.x[row];
    from.y[k] = shown.y[row];
    from.heading[k] = shown.heading[row];
    moved ||= from.x[k] !== turtles.x[k] || from.y[k] !== turtles.y[k] || from.heading[k] !== turtles.heading[k];
  }
  return moved ? from : null;
}

function prefersStillness() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function drawTurtles(context, turtles, look, viewport) {
  if (!turtles || !turtles.count) return;
  const { ratio } = viewport;
  const size = viewport.pitch / ratio;
  const small = size < SHAPES_FROM && turtles.count > FEW;
  const margin = 20 * ratio;
  context.save();
  for (let k = 0; k < turtles.count; k++) {
    const [x, y] = [viewport.x(turtles.x[k]), viewport.y(turtles.y[k])];
    if (x < -margin || y < -margin || x > viewport.width + margin || y > viewport.height + margin) continue;
    context.fillStyle = look.color(turtles.color[k]);
    if (small) {
      const dot = Math.max(2 * ratio, viewport.pitch);
      context.fillRect(Math.round(x - dot / 2), Math.round(y - dot / 2), dot, dot);
      continue;
    }
    context.setTransform(ratio, 0, 0, ratio, x, y);
    drawShape(context, turtles.shape[k], size, turtles.heading[k], look, context.fillStyle);
  }
  context.restore();
}

function drawShape(context, shape, size, heading, look, fill) {
  if (shape === TURTLE) drawKite(context, size, heading, look, fill);
  else if (shape === DROP) drawDrop(context, size);
  else if (shape === CIRCLE) drawDisc(context, size, look, fill);
  else drawBox(context, size, shape === CAR ? heading : null);
}

// A kite is 6 px from middle to tip at least, one and a half patches where patches are small, half a patch where large.
export function kiteRadius(size) {
  return Math.max(6, Math.min(1.5 * size, 9), 0.5 * size);
}

function drawKite(context, size, heading, look, fill) {
  const r = kiteRadius(size);
  context.rotate((heading * Math.PI) / 180);
  context.beginPath();
  context.moveTo(0, -r);
  context.lineTo(r * 0.78, r * 0.86);
  context.lineTo(0, r * 0.42);
  context.lineTo(-r * 0.78, r * 0.86);
  context.closePath();
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = look.rim(fill);
  context.stroke();
  context.fill();
}

function drawDrop(context, size) {
  const r = Math.max(1.2, size * 0.3);
  context.beginPath();
  if (size < 10) context.arc(0, 0, r, 0, 7);
  else {
    context.arc(0, r * 0.25, r * 0.8, -0.6, Math.PI + 0.6);
    context.quadraticCurveTo(-r * 0.35, -r * 0.6, 0, -r * 1.2);
    context.quadraticCurveTo(r * 0.35, -r * 0.6, r * 0.66, -r * 0.2);
  }
  context.closePath();
  context.fill();
}

function drawDisc(context, size, look, fill) {
  context.beginPath();
  context.arc(0, 0, Math.max(2, size * 0.36), 0, 7);
  if (size >= 8) {
    context.lineWidth = 2.5;
    context.strokeStyle = look.rim(fill);
    context.stroke();
  }
  context.fill();
}

// A car is a rounded square; from 14 px on its front is told by a longer body and a window.
function drawBox(context, size, heading) {
  const rim = size >= 5 ? Math.max(0.75, size * 0.08) : 0.25;
  const half = size / 2 - rim;
  if (heading !== null && size >= 14) {
    context.rotate((heading * Math.PI) / 180);
    roundedBox(context, -half * 0.66, -half, half * 1.32, half * 2, half * 0.45);
    context.globalAlpha = 0.45;
    context.fillStyle = "#FFFFFF";
    roundedBox(context, -half * 0.46, -half * 0.62, half * 0.92, half * 0.42, half * 0.12);
    context.globalAlpha = 1;
  } else roundedBox(context, -half, -half, 2 * half, 2 * half, heading === null || size < 5 ? 0 : size * 0.28);
}

function roundedBox(context, x, y, width, height, radius) {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}
