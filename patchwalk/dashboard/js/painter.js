// Paints the picture: `ground` (patches, signs, edges, lines) is kept, and only its changed parts are painted anew; `top`,
// the canvas that is shown, gets a copy of it each time, and over that turtles, marks and pointer.

import { centerOf } from "./geometry.js";
import { noChanges } from "./frames.js";
import { drawEdges, drawGrid, drawLinks, hasGrid } from "./edges.js";
import { GlyphPainter } from "./glyphs.js";
import { HexRaster, hasCorners } from "./hexes.js";
import { PatchImage } from "./layers.js";
import { drawLines } from "./lines.js";
import { drawMarks } from "./marks.js";
import { pixelOf } from "./theme.js";
import { drawTurtles } from "./turtles.js";

// More single places than this are painted as one box.
const MOST_PLACES = 24;

export class Painter {
  constructor(ground, top) {
    this.ground = ground;
    this.top = top;
    this.groundContext = ground.getContext("2d");
    this.topContext = top.getContext("2d");
    this.image = new PatchImage();
    this.raster = new HexRaster();
    this.glyphs = new GlyphPainter();
    this.changes = noChanges();
  }

  resize(width, height) {
    for (const canvas of [this.ground, this.top]) {
      canvas.width = width;
      canvas.height = height;
    }
    this.changes.all = true;
  }

  // Remember what a frame changed until it is painted.
  add(changes) {
    for (const [mine, theirs] of [[this.changes, changes], [this.changes.colors, changes.colors]]) {
      mine.all ||= theirs.all;
      if (mine.all) mine.patches = mine.boxes = [];
      else {
        mine.patches = mine.patches.concat(theirs.patches);
        mine.boxes = mine.boxes.concat(theirs.boxes);
      }
    }
  }

  // Everything has to be painted: another zoom, theme or option; with `colors`, the patch image too.
  spoil(colors = false) {
    this.changes.all = true;
    if (colors) this.changes.colors.all = true;
  }

  paintGround(picture, look, viewport, options) {
    const { changes } = this;
    this.changes = noChanges();
    if (!picture.geometry || !picture.layers.codes) {
      this.groundContext.clearRect(0, 0, this.ground.width, this.ground.height);
      return;
    }
    this.updateImage(picture, look, changes.colors);
    const scene = { picture, look, viewport, options };
    const whole = { left: 0, top: 0, right: viewport.width, bottom: viewport.height };
    if (changes.all) this.paintPart(scene, whole);
    else for (const part of changedParts(changes, picture, viewport)) this.paintPart(scene, part);
  }

  updateImage(picture, look, changes) {
    const { geometry } = picture;
    const { image } = this;
    if (!image.fits(geometry)) {
      image.resize(geometry);
      changes = { all: true };
    }
    image.update(picture.layers, look, changes);
  }

  // Paint one rectangle of the canvas, from the patches to the lines.
  paintPart({ picture, look, viewport, options }, part) {
    const context = this.groundContext;
    const wide = reach(viewport);
    const window = viewport.window({
      left: part.left - wide, top: part.top - wide, right: part.right + wide, bottom: part.bottom + wide,
    });
    context.save();
    context.beginPath();
    context.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    context.clip();
    context.clearRect(part.left, part.top, part.right - part.left, part.bottom - part.top);
    this.paintPatches(context, look, viewport, window, part, options.grid_lines && hasGrid(viewport));
    drawLinks(context, picture, look, viewport, window);
    this.glyphs.draw(context, picture, look, viewport, window, false);
    drawEdges(context, picture, look, viewport, window);
    drawLines(context, picture.lines, look, viewport);
    this.glyphs.draw(context, picture, look, viewport, window, true);
    context.restore();
  }

  paintPatches(context, look, viewport, window, part, grid) {
    if (hasCorners(viewport)) {
      const gap = grid ? (viewport.pitch / viewport.ratio > 24 ? 1.1 : 0.65) * viewport.ratio : 0;
      this.raster.draw(context, viewport, this.image, part, gap, pixelOf(look.ink("gap")));
      return;
    }
    this.image.draw(context, viewport, window);
    if (grid && !viewport.geometry.hex) drawGrid(context, viewport, look, window);
  }

  paintTop(picture, look, viewport, turtles, hand, options) {
    const context = this.topContext;
    context.globalCompositeOperation = "copy";
    context.drawImage(this.ground, 0, 0);
    context.globalCompositeOperation = "source-over";
    if (!picture.geometry) return;
    drawTurtles(context, turtles, look, viewport);
    drawMarks(context, picture, look, viewport, turtles, hand, options);
  }
}

// How far a patch's drawing reaches beyond it: stations, thick edges, smoothing.
function reach(viewport) {
  return Math.ceil(11 * viewport.ratio + 0.8 * viewport.pitch);
}

// Rectangles of the canvas that hold all that changed: near places together, too many in one.
function changedParts(changes, { geometry }, viewport) {
  const wide = reach(viewport);
  const around = (a, b) => {
    const [ax, ay] = centerOf(geometry, a);
    const [bx, by] = centerOf(geometry, b);
    return {
      left: Math.floor(viewport.x(Math.min(ax, bx)) - wide),
      top: Math.floor(viewport.y(Math.max(ay, by)) - wide),
      right: Math.ceil(viewport.x(Math.max(ax, bx)) + wide),
      bottom: Math.ceil(viewport.y(Math.min(ay, by)) + wide + viewport.pitch / 2),
    };
  };
  const parts = changes.boxes.map(([x0, y0, x1, y1]) => around(y0 * geometry.width + x0, y1 * geometry.width + x1));
  for (const patch of changes.patches) {
    const part = around(patch, patch);
    const near = parts.find((other) => overlap(other, part));
    if (near) Object.assign(near, union(near, part));
    else parts.push(part);
    if (parts.length > MOST_PLACES) parts.splice(0, parts.length, parts.reduce(union));
  }
  return parts.filter((part) => overlap(part, { left: 0, top: 0, right: viewport.width, bottom: viewport.height }));
}

function overlap(a, b) {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

function union(a, b) {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
