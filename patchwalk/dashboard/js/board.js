// The board on the page. This file only puts the parts together: messages from Python come in, are put into the picture
// and painted; pointer and keys go out as events.

import { centerOf, makeGeometry } from "./geometry.js";
import { makeLook } from "./theme.js";
import { Viewport } from "./viewport.js";
import { applyFrame, emptyPicture, turnPicture } from "./frames.js";
import { TurtleMotion } from "./turtles.js";
import { Painter } from "./painter.js";
import { Hand } from "./gestures.js";
import { Navigation } from "./navigate.js";
import { PointerInput } from "./pointer.js";
import { KeyInput } from "./keys.js";
import { Acknowledger } from "./acknowledge.js";
import { Stage } from "./stage.js";

// All boards of the page, the oldest first.
const hub = (window.patchwalk ||= { boards: [] });

const DEFAULTS = {
  palette: null, ramp: null, theme: "light", tool: { name: "", gesture: "click", color: "" },
  bindings: {}, repeating: [], key_mode: null, grid_lines: false, light_neighbors: false, pointy_tops: false,
  enter: "", label: "World",
};

class Board {
  constructor(model, el) {
    this.model = model;
    this.hub = hub;
    this.options = { ...DEFAULTS };
    this.picture = { ...emptyPicture(), turned: false };
    this.viewport = new Viewport();
    this.hand = new Hand();
    this.motion = new TurtleMotion();
    this.look = makeLook(null, null, "light");
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.send = (event) => {
      try {
        model.send(event);
      } catch (error) {
        // The connection is closed, mostly because the page is: what the hand does then reaches nobody.
        console.debug("The board cannot reach Python.", error);
      }
    };
    this.stage = new Stage(el, model.get("board_id"), () => this.resized(), signal);
    Object.assign(this, { root: this.stage.root, canvas: this.stage.top });
    this.painter = new Painter(this.stage.ground, this.stage.top);
    this.acknowledger = new Acknowledger(this, signal);
    this.navigation = new Navigation(this, signal);
    this.pointer = new PointerInput(this, signal);
    this.keys = new KeyInput(this, signal);
    this.receive = (message, buffers) => this.take(message, buffers || []);
    model.on("msg:custom", this.receive);
    hub.boards.push(this);
    this.send({ kind: "ready" });
  }

  end() {
    this.model.off("msg:custom", this.receive);
    hub.boards.splice(hub.boards.indexOf(this), 1);
    this.ending.abort();
    this.root.remove();
  }

  // ---- messages of Python

  take(message, buffers) {
    try {
      if (message.kind === "config") this.configure(message);
      else if (message.kind === "frame") this.takeFrame(message, buffers);
      else if (message.kind === "status") this.acknowledger.news(message.status);
      else if (message.kind === "zoom") this.zoom(message.to);
      else if (message.kind === "focus") this.canvas.focus();
    } catch (error) {
      console.error("The board cannot use a message.", error);
      // A full frame mends what a part could not; a bad full frame is only acknowledged, or it would come for ever.
      if (message.kind === "frame") this.acknowledger.refuse(message.number, !message.full);
    }
  }

  configure({ kind, world, ...options }) {
    Object.assign(this.options, options);
    if (options.tool) this.hand.preview = null;
    const { palette, ramp, theme, label, pointy_tops: turned } = this.options;
    this.look = makeLook(palette, ramp, theme);
    this.stage.dress(theme, label, this.look.ink("focus"));
    if (turned !== this.picture.turned) {
      turnPicture(this.picture, turned);
      this.motion.accept(this.picture.turtles, performance.now());
      this.resized();
    }
    if (world && !this.picture.geometry) {
      this.picture.geometry = makeGeometry(world, turned);
      this.resized();
    }
    this.painter.spoil(true);
    this.acknowledger.schedule();
  }

  takeFrame(header, buffers) {
    const changes = applyFrame(this.picture, header, buffers);
    if (!changes) {
      this.acknowledger.refuse(header.number, true);
      return;
    }
    if (header.full) this.resized();
    this.painter.add(changes);
    this.motion.accept(this.picture.turtles, performance.now());
    this.followMarks();
    this.acknowledger.expect(header.number, header.status);
  }

  // Keep in sight what is followed, where only a part of the world is.
  followMarks() {
    const { geometry, marks } = this.picture;
    if (this.viewport.fitted || this.navigation.grabbed) return;
    for (const [patch, , , follow] of marks) {
      if (follow && this.viewport.center(centerOf(geometry, patch))) this.moved();
    }
  }

  // ---- painting

  // Paint what changed; called once a frame of the screen. Returns whether turtles are still moving.
  paint(time) {
    const { painter, picture, look, viewport, options, hand, motion } = this;
    painter.paintGround(picture, look, viewport, options);
    painter.paintTop(picture, look, viewport, motion.positions(time), hand, options);
    return motion.moving(time);
  }

  repaintTop() {
    this.acknowledger.schedule();
  }

  resized() {
    const { geometry } = this.picture;
    if (!geometry) return;
    const { width, height, ratio } = this.stage.measure(geometry);
    const { viewport } = this;
    const same = viewport.width === width && viewport.height === height && viewport.ratio === ratio;
    if (!same) this.painter.resize(width, height);
    const grown = viewport.geometry && viewport.geometry.size !== geometry.size;
    if (grown) viewport.fitted = true;
    if (!same || viewport.geometry !== geometry) viewport.resize(geometry, width, height, ratio);
    this.moved();
  }

  // The world lies elsewhere on the canvas, or has another zoom.
  moved() {
    const { viewport } = this;
    this.painter.spoil();
    this.motion.stop();
    this.acknowledger.schedule();
    const zoom = { kind: "zoom", pixels: viewport.pitch / viewport.ratio, fit: viewport.fitted };
    if (JSON.stringify(zoom) === JSON.stringify(this.toldZoom)) return;
    this.toldZoom = zoom;
    this.send(zoom);
  }

  zoom(to) {
    if (!this.viewport.geometry) return;
    if (to === "fit") this.viewport.fit();
    else if (to === "in") this.viewport.step(1);
    else if (to === "out") this.viewport.step(-1);
    else if (Number(to) > 0) this.viewport.zoomTo(Number(to) * this.viewport.ratio);
    else throw new Error(`one cannot zoom to ${to}`);
    this.moved();
  }

  // Where the centre of a patch is in the window, in CSS pixels (for tests, and for what has to point at a patch).
  where(patch) {
    return this.stage.where(this.viewport, patch);
  }
}

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.end();
  },
};
