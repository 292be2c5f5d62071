// The board's elements: a canvas in a box that fills its container, and a line for screen readers. What lies under the
// turtles is kept on a canvas of its own that is not in the page, so that the browser has only one to put on the screen.

import { centerOf } from "./geometry.js";

const NARROW = 900; // CSS pixels of window: from here up the board fills its container's height
const LEAST_HEIGHT = 80;
const TALLEST = 1.2; // times the width, where the board makes its own height

export class Stage {
  constructor(el, id, resized, signal) {
    this.root = document.createElement("div");
    this.root.className = "pw-board-box";
    this.root.dataset.testid = "board";
    this.root.dataset.board = id;
    this.ground = document.createElement("canvas");
    this.top = document.createElement("canvas");
    this.top.className = "pw-board-top";
    this.root.append(this.top);
    this.top.setAttribute("role", "application");
    this.top.tabIndex = 0;
    this.live = document.createElement("div");
    this.live.className = "pw-board-live";
    this.live.setAttribute("aria-live", "polite");
    this.root.append(this.live);
    el.classList.add("pw-board");
    el.append(this.root);
    const observer = new ResizeObserver(resized);
    observer.observe(this.root);
    window.addEventListener("resize", resized, { signal });
    signal.addEventListener("abort", () => observer.disconnect());
  }

  // Size of the canvas in device pixels. On narrow pages, and in containers without a height of their own, the board is
  // as high as its world needs, up to 1.2 times its width.
  measure(geometry) {
    const ratio = window.devicePixelRatio || 1;
    const { root } = this;
    root.style.height = "100%";
    if (window.innerWidth < NARROW || root.clientHeight < LEAST_HEIGHT) {
      const shape = (geometry.top - geometry.bottom) / (geometry.right - geometry.left);
      root.style.height = `${Math.max(LEAST_HEIGHT, Math.round(root.clientWidth * Math.min(TALLEST, shape)))}px`;
    }
    const width = Math.max(1, Math.round(root.clientWidth * ratio));
    const height = Math.max(1, Math.round(root.clientHeight * ratio));
    this.top.style.width = `${width / ratio}px`;
    this.top.style.height = `${height / ratio}px`;
    return { width, height, ratio };
  }

  dress(theme, label, focus) {
    this.root.dataset.theme = theme;
    this.root.style.setProperty("--pw-board-focus", focus);
    this.top.setAttribute("aria-label", label);
  }

  say(text) {
    if (this.live.textContent !== text) this.live.textContent = text;
  }

  where(viewport, patch) {
    const box = this.top.getBoundingClientRect();
    const [x, y] = centerOf(viewport.geometry, patch);
    return { x: box.left + viewport.x(x) / viewport.ratio, y: box.top + viewport.y(y) / viewport.ratio };
  }
}
