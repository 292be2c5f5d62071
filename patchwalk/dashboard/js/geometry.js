// Geometry of worlds in patch units, the same formulas as patchwalk/squareworld.py and patchwalk/hexworld.py:
// a patch is y * width + x, y up; the centre of a square is (x, y), of a flat-topped hexagon
// (COLUMN * x, y - odd(x) / 2).
//
// Hexes can be drawn with their points up: the whole picture is turned a quarter to the left. What is drawn, and the
// pointer, has turned points then; Python, and numbers of patches, rows and columns know nothing of it.

export const COLUMN = Math.sqrt(3) / 2;
const HEX_RADIUS = 1 / Math.sqrt(3);

const SQUARE_STEPS = {
  4: [[0, 1], [1, 0], [0, -1], [-1, 0]],
  8: [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]],
};
// For each direction of a hexagon: columns to the right, and twice the climb.
const HEX_STEPS = [[0, 2], [1, 1], [1, -1], [0, -2], [-1, -1], [-1, 1]];

const SQUARE_OUTLINE = [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]];
// Clockwise from the left end of the top edge, so that corners k and k + 1 end side k.
const HEX_OUTLINE = [
  [-HEX_RADIUS / 2, 0.5], [HEX_RADIUS / 2, 0.5], [HEX_RADIUS, 0],
  [HEX_RADIUS / 2, -0.5], [-HEX_RADIUS / 2, -0.5], [-HEX_RADIUS, 0],
];

// What a header's `world` says, with all that drawing and picking need; `turned` is whether hexes have their points up.
export function makeGeometry(world, turned = false) {
  const hex = world.grid === "hex";
  const { width, height } = world;
  const half = hex ? HEX_RADIUS : 0.5;
  const columns = hex ? COLUMN : 1;
  const geometry = {
    ...world,
    hex,
    turned: hex && turned,
    size: width * height,
    column: columns,
    outline: hex ? HEX_OUTLINE : SQUARE_OUTLINE,
    left: -half,
    right: (width - 1) * columns + half,
    top: height - 0.5,
    bottom: hex && width > 1 ? -1 : -0.5,
  };
  if (!geometry.turned) return geometry;
  const [left, bottom] = turnPoint(geometry, geometry.left, geometry.top);
  const [right, top] = turnPoint(geometry, geometry.right, geometry.bottom);
  const outline = HEX_OUTLINE.map(([x, y]) => turnPoint(geometry, x, y));
  return { ...geometry, left, right, top, bottom, outline };
}

// Where a point of the world is drawn.
export function turnPoint({ turned }, x, y) {
  return turned ? [-y, x] : [x, y];
}

// The point of the world that is drawn there.
export function turnPointBack({ turned }, x, y) {
  return turned ? [y, -x] : [x, y];
}

// How far headings are turned, in degrees.
export function headingTurn({ turned }) {
  return turned ? -90 : 0;
}

// Where a direction points in the drawing: radians clockwise from up.
export function angleOf(geometry, direction) {
  return (direction * 2 * Math.PI) / geometry.directions + (headingTurn(geometry) * Math.PI) / 180;
}

// Where the middle of a patch is drawn.
export function centerOf(geometry, patch) {
  const x = patch % geometry.width;
  const y = Math.floor(patch / geometry.width);
  return geometry.hex ? turnPoint(geometry, x * COLUMN, y - 0.5 * (x % 2)) : [x, y];
}

// The patch whose centre is drawn nearest to a point, -1 outside the drawn world (also where the world wraps).
export function patchAt(geometry, drawnX, drawnY) {
  const [x, y] = turnPointBack(geometry, drawnX, drawnY);
  if (!geometry.hex) return patchIn(geometry, Math.floor(x + 0.5), Math.floor(y + 0.5));
  const left = Math.floor(x / COLUMN);
  let best = -1;
  let nearest = Infinity;
  for (const column of [left, left + 1]) {
    const shift = 0.5 * (Math.abs(column) % 2);
    const row = Math.floor(y + shift + 0.5);
    const apart = (x - column * COLUMN) ** 2 + (y - row + shift) ** 2;
    if (apart < nearest) {
      nearest = apart;
      best = patchIn(geometry, column, row);
    }
  }
  return best;
}

function patchIn({ width, height }, x, y) {
  return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1;
}

// The patch under a point and the direction across its nearest edge, or null outside.
export function edgeAt(geometry, x, y) {
  const patch = patchAt(geometry, x, y);
  if (patch < 0) return null;
  const [cx, cy] = centerOf(geometry, patch);
  let best = 0;
  let furthest = -Infinity;
  for (const side of geometry.sides) {
    const angle = angleOf(geometry, side);
    const towards = (x - cx) * Math.sin(angle) + (y - cy) * Math.cos(angle);
    if (towards > furthest) {
      furthest = towards;
      best = side;
    }
  }
  return [patch, best];
}

// The neighbour in a direction, over the seams of a wrapped world too; -1 where there is none.
export function neighborOf(geometry, patch, direction) {
  const { width, height, wrap_x: wrapX, wrap_y: wrapY } = geometry;
  let x = patch % width;
  let y = Math.floor(patch / width);
  if (geometry.hex) {
    const [right, climb] = HEX_STEPS[direction];
    const column = x + right;
    y += (climb - (x % 2) + (Math.abs(column) % 2)) / 2;
    x = column;
  } else {
    const [dx, dy] = SQUARE_STEPS[geometry.directions][direction];
    x += dx;
    y += dy;
  }
  if (wrapX) x = (x + width) % width;
  if (wrapY) y = (y + height) % height;
  return patchIn(geometry, x, y);
}

// Whether two patches lie side by side in the drawing (not over a seam).
export function shareEdge(geometry, a, b) {
  const flat = { ...geometry, wrap_x: false, wrap_y: false };
  return geometry.sides.some((side) => neighborOf(flat, a, side) === b);
}

// The two ends of the edge across which a direction lies, seen from the centre; null for a diagonal.
export function sideEnds(geometry, direction) {
  const side = geometry.sides.indexOf(direction);
  if (side < 0) return null;
  const { outline } = geometry;
  return [outline[side], outline[(side + 1) % outline.length]];
}

// The patches on the straight way from one point to another, none skipped, without the one it starts on.
// Halving until neighbours are adjacent is exact for both kinds of worlds; the short pieces
// see to it that corners are not cut by more than a tenth of a patch.
export function walk(geometry, from, to) {
  const patches = [];
  const end = patchAt(geometry, ...from);
  walkPiece(geometry, from, to, end, patches);
  return patches;
}

function roundCorner(geometry, a, b) {
  const flat = { ...geometry, wrap_x: false, wrap_y: false };
  const touching = geometry.sides.map((side) => neighborOf(flat, a, side));
  return touching.filter((patch) => patch >= 0 && shareEdge(geometry, patch, b)).slice(0, 1);
}

function walkPiece(geometry, from, to, last, patches) {
  const next = patchAt(geometry, ...to);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const close = length < 0.1 && (next === last || next < 0 || last < 0 || shareEdge(geometry, last, next));
  if (close || length < 1e-4) {
    if (next === last || next < 0) return next;
    // Exactly through a corner: round it by a patch that touches both.
    if (!close && last >= 0) patches.push(...roundCorner(geometry, last, next));
    patches.push(next);
    return next;
  }
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const reached = walkPiece(geometry, from, middle, last, patches);
  return walkPiece(geometry, middle, to, reached, patches);
}
