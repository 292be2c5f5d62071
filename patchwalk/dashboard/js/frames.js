// Frames as patchwalk/frames.py packs them, put into a picture.

import { headingTurn, makeGeometry, turnPoint, turnPointBack } from "./geometry.js";

const LAYER_NAMES = ["codes", "shade", "glyphs", "edges", "links"];

// What stands on the board: geometry, layers (Uint8Array or null), turtles and lines as they are drawn, marks; and, from
// frame to frame, whether hexes have their points up (`turned`).
export function emptyPicture() {
  return {
    number: 0,
    geometry: null,
    layers: { codes: null, shade: null, glyphs: null, edges: null, links: null },
    turtles: noTurtles(),
    lines: [],
    marks: [],
  };
}

function noTurtles() {
  return {
    count: 0,
    smooth: false,
    id: new Int32Array(0),
    x: new Float32Array(0),
    y: new Float32Array(0),
    heading: new Float32Array(0),
    shape: new Uint8Array(0),
    color: new Uint8Array(0),
  };
}

// Which patches have to be painted anew: all of them, single ones, or boxes [x0, y0, x1, y1] with ends included.
export function noChanges() {
  return { all: false, patches: [], boxes: [], colors: { all: false, patches: [], boxes: [] } };
}

// Put a frame into the picture. Returns what changed, or null when a frame is missing in between.
export function applyFrame(picture, header, buffers) {
  if (!header.full && header.number !== picture.number + 1) return null;
  const changes = noChanges();
  const queue = buffers.slice();
  if (header.full) {
    Object.assign(picture, emptyPicture(), { geometry: makeGeometry(header.world, picture.turned) });
    changes.all = changes.colors.all = true;
  }
  for (const part of header.parts) applyPart(picture, part, queue, changes);
  const { turned } = picture.geometry;
  const drawn = (x, y) => turnPoint(picture.geometry, x, y);
  if (header.turtles) {
    picture.turtles = readTurtles(header.turtles, queue);
    if (turned) picture.turtles = turnTurtles(picture.turtles, drawn, headingTurn(picture.geometry));
  }
  if (header.lines) {
    picture.lines = readLines(header.lines, queue);
    if (turned) picture.lines = turnLines(picture.lines, drawn);
    changes.all = true;
  }
  picture.marks = header.marks;
  picture.number = header.number;
  if (queue.length) throw new Error(`frame ${header.number} brought ${queue.length} buffers too many`);
  return changes;
}

// Turn what stands on the board, or turn it back.
export function turnPicture(picture, turned) {
  picture.turned = turned;
  const before = picture.geometry;
  if (!before) return;
  picture.geometry = makeGeometry(before, turned);
  const again = (x, y) => turnPoint(picture.geometry, ...turnPointBack(before, x, y));
  const by = headingTurn(picture.geometry) - headingTurn(before);
  picture.turtles = turnTurtles(picture.turtles, again, by);
  picture.lines = turnLines(picture.lines, again);
}

function turnTurtles(turtles, turn, by) {
  const { count } = turtles;
  const [x, y, heading] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let k = 0; k < count; k++) {
    [x[k], y[k]] = turn(turtles.x[k], turtles.y[k]);
    heading[k] = turtles.heading[k] + by;
  }
  return { ...turtles, x, y, heading };
}

function turnLines(lines, turn) {
  return lines.map((line) => ({
    ...line,
    pieces: line.pieces.map((piece) => piece.map(([x, y]) => turn(x, y))),
  }));
}

function applyPart(picture, part, queue, changes) {
  const { geometry, layers } = picture;
  const { layer } = part;
  if (!LAYER_NAMES.includes(layer)) throw new Error(`there is no layer ${layer}`);
  const depth = layer === "edges" ? geometry.directions : 1;
  const size = geometry.size * depth;
  const colored = layer === "codes" || layer === "shade";
  const report = (kind, found) => {
    for (const list of colored ? [changes, changes.colors] : [changes]) {
      if (kind === "all") list.all = true;
      else if (!list.all) for (const one of found) list[kind].push(one);
    }
  };
  if (part.how === "none") layers[layer] = null;
  else if (part.how === "fill") layers[layer] = new Uint8Array(size).fill(part.value);
  else if (part.how === "whole") layers[layer] = bytes(take(queue, size));
  else if (part.how === "list") {
    report("patches", applyList(layers[layer], queue, depth));
    return;
  } else if (part.how === "box") {
    const box = applyBox(layers[layer], part, queue, geometry.width * depth, depth);
    report("boxes", [box]);
    // The corners of a box do not tell how far it reaches to the sides where every second row is moved.
    if (geometry.turned) changes.all = true;
    return;
  } else throw new Error(`layers do not come as ${part.how}`);
  report("all");
}

function applyList(values, queue, depth) {
  const data = take(queue);
  const places = new Int32Array(aligned(data));
  const news = bytes(take(queue, places.length));
  const patches = [];
  for (let k = 0; k < places.length; k++) {
    if (places[k] < 0 || places[k] >= values.length) throw new Error(`place ${places[k]} is outside the layer`);
    values[places[k]] = news[k];
    patches.push(depth === 1 ? places[k] : Math.floor(places[k] / depth));
  }
  return patches;
}

function applyBox(values, { rows, columns }, queue, width, depth) {
  const across = columns[1] - columns[0];
  const news = bytes(take(queue, across * (rows[1] - rows[0])));
  for (let row = rows[0]; row < rows[1]; row++) {
    const from = (row - rows[0]) * across;
    values.set(news.subarray(from, from + across), row * width + columns[0]);
  }
  return [Math.floor(columns[0] / depth), rows[0], Math.floor((columns[1] - 1) / depth), rows[1] - 1];
}

function readTurtles({ count, smooth }, queue) {
  if (!count) return noTurtles();
  const data = take(queue, count * 18);
  const part = (index) => aligned(data, index * 4 * count, 4 * count);
  const tail = bytes(data).subarray(16 * count);
  return {
    count,
    smooth,
    id: new Int32Array(part(0)),
    x: new Float32Array(part(1)),
    y: new Float32Array(part(2)),
    heading: new Float32Array(part(3)),
    shape: tail.subarray(0, count),
    color: tail.subarray(count),
  };
}

function readLines(records, queue) {
  const total = records.reduce((sum, line) => sum + line.count, 0);
  const points = total ? new Float32Array(aligned(take(queue, total * 8))) : new Float32Array(0);
  let at = 0;
  return records.map((line) => {
    const own = points.subarray(at * 2, (at + line.count) * 2);
    at += line.count;
    return { ...line, pieces: pieces(own) };
  });
}

// NaN rows cut a line.
function pieces(points) {
  const all = [];
  let piece = [];
  for (let k = 0; k < points.length; k += 2) {
    if (Number.isNaN(points[k]) || Number.isNaN(points[k + 1])) {
      if (piece.length) all.push(piece);
      piece = [];
    } else piece.push([points[k], points[k + 1]]);
  }
  if (piece.length) all.push(piece);
  return all;
}

function take(queue, length) {
  const data = queue.shift();
  if (!data) throw new Error("a buffer is missing");
  if (length !== undefined && data.byteLength !== length) {
    throw new Error(`a buffer has ${data.byteLength} bytes instead of ${length}`);
  }
  return data;
}

// Buffers are cut from one message anywhere; numbers of four bytes need a copy that starts at a multiple of four.
function aligned(view, offset = 0, length = view.byteLength) {
  const start = (view.byteOffset || 0) + offset;
  return (view.buffer || view).slice(start, start + length);
}

function bytes(view) {
  return new Uint8Array(aligned(view));
}
