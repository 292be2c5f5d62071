// State, ticks, message and monitors: written straight into the document when the board has painted a frame.
// Digits stand in groups of three by markup, not by spaces, so that the text itself stays a plain number.
const ZOOM = [
  ["out", "Zoom out", "Zoom out (−)", '<path d="M6 12h12"/>'],
  ["fit", "Fit", "Fit the whole world (Home); press again for 4 px a patch", ""],
  ["in", "Zoom in", "Zoom in (+)", '<path d="M12 6v12M6 12h12"/>'],
];

// A running model's disc pulses with its pictures: pale for so many milliseconds, then full for as many.
const BEAT = 800;

// While a model runs, numbers change at most this often (in ms): nobody reads them faster, and the picture needs the time.
const OFTEN = 60;

function prefersStillness() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function make(tag, className, parent) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (parent) parent.append(element);
  return element;
}

// Texts are changed in place: new nodes would wake whoever watches the page's tree, many times a second.
function setText(element, text) {
  const first = element.firstChild;
  if (first && first === element.lastChild && first.nodeType === Node.TEXT_NODE) {
    if (first.data !== text) first.data = text;
  } else if (element.textContent !== text) element.textContent = text;
}

// "12480" or "12 480" as 12|480; anything that is not just a number stays as it is.
function setNumber(element, text) {
  const plain = text.replace(/[\u202f\u2009 ](?=\d{3})/g, "");
  if (element.dataset.text === plain) return;
  element.dataset.text = plain;
  const number = /^(-?\d{1,3})((?:\d{3})+)(\.\d+)?$/.exec(plain);
  if (!number) {
    setText(element, plain);
    return;
  }
  const pieces = [number[1], ...number[2].match(/\d{3}/g), number[3] || ""];
  if (element.childNodes.length !== pieces.length) {
    element.textContent = "";
    pieces.forEach((_, k) => {
      const home = k > 0 && k < pieces.length - 1 ? make("span", "g", element) : element;
      home.append(document.createTextNode(""));
    });
  }
  pieces.forEach((piece, k) => {
    const node = element.childNodes[k];
    const text = node.firstChild || node;
    if (text.data !== piece) text.data = piece;
  });
}

function buildStatus(root, config) {
  const frame = make("div", "slot", root);
  frame.dataset.testid = "status";
  const row = make("div", "status", frame);
  const state = make("span", "state", row);
  const disc = make("i", "", state);
  const word = make("span", "", state);
  const ticks = make("span", "ticks", row);
  ticks.append("tick");
  const count = make("b", "", ticks);
  count.dataset.testid = "ticks";
  const message = make("span", "msg", row);
  message.setAttribute("role", "status");
  const where = make("span", "where", row);
  const fit = buildZoom(row);
  const bar = make("span", "bar", row);
  const narrow = make("div", "status2", frame);
  const show = (status) => {
    const name = status.state || "stopped";
    if (state.dataset.state !== name) {
      state.dataset.state = name;
      state.className = `state is-${name}`;
      word.textContent = config.states[name] || name;
    }
    const pale = name === "running" && performance.now() % (2 * BEAT) > BEAT && !prefersStillness();
    if (pale !== (disc.dataset.beat === "pale")) disc.dataset.beat = pale ? "pale" : "full";
    setNumber(count, String(status.ticks ?? 0));
    setText(message, status.message || "");
    message.title = status.message || "";
    setText(narrow, status.message || "");
    setText(where, status.where || "");
    bar.style.width = status.progress == null ? "0" : `${Math.round(100 * status.progress)}%`;
  };
  return { show, fit };
}

function buildZoom(row) {
  const zoom = make("span", "zoom", row);
  let fit;
  for (const [to, name, title, path] of ZOOM) {
    const button = make("button", to === "fit" ? "icon fit" : "icon", zoom);
    button.type = "button";
    button.title = title;
    button.dataset.zoom = to;
    if (path) {
      button.setAttribute("aria-label", name);
      button.innerHTML = `<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
    } else {
      button.textContent = name;
      fit = button;
    }
  }
  return fit;
}

function buildMonitors(root, config) {
  const list = make("dl", "mons", root);
  const values = new Map();
  for (const { name, label } of config.monitors) {
    const item = make("div", "mon", list);
    const term = make("dt", "", item);
    term.textContent = label;
    term.title = label;
    const line = make("dd", "", item);
    const value = make("span", "", line);
    value.dataset.testid = `monitor-${name}`;
    value.textContent = "–";
    values.set(name, { item, line, value, unit: make("small", "", line) });
  }
  let names = [...values.keys()].join();
  // The readout holds those that are of use now; the others leave the list.
  const choose = (monitors) => {
    const shown = [...values.keys()].filter((name) => name in monitors);
    if (!shown.length || shown.join() === names) return;
    names = shown.join();
    list.replaceChildren(...shown.map((name) => values.get(name).item));
  };
  const show = (status) => {
    choose(status.monitors || {});
    for (const [name, [text, unit, alert]] of Object.entries(status.monitors || {})) {
      const parts = values.get(name);
      if (!parts) continue;
      setNumber(parts.value, String(text));
      setText(parts.unit, unit || "");
      parts.line.classList.toggle("alert", Boolean(alert));
    }
  };
  return { show };
}

// How the zoom buttons read: the board tells how many pixels a patch has.
function followZoom(model, fit, root) {
  const told = (message) => {
    if (message.kind !== "zoom") return;
    const pixels = Math.round(message.pixels * 100) / 100;
    fit.dataset.fit = message.fit ? "yes" : "no";
    setText(fit, message.fit ? "Fit" : `${pixels} px`);
  };
  const pressed = (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    let to = button.dataset.zoom;
    if (to === "fit" && button.dataset.fit !== "no") to = "4"; // fitted already: the exact 4 pixels a patch
    model.send({ kind: "zoom", to });
  };
  model.on("msg:custom", told);
  root.addEventListener("click", pressed);
  return () => {
    model.off("msg:custom", told);
    root.removeEventListener("click", pressed);
  };
}

export default {
  render({ model, el }) {
    const config = model.get("config");
    const part = model.get("part") === "monitors" ? buildMonitors(el, config) : buildStatus(el, config);
    const keep = (status) => {
      model.pw_last = status; // a view that is made again begins with what was shown last
      part.show(status);
    };
    let shown = -Infinity;
    let waiting = 0;
    const showNow = (status) => {
      clearTimeout(waiting);
      waiting = 0;
      shown = performance.now();
      keep(status);
    };
    const heard = (event) => {
      const status = event.detail && event.detail.status;
      if (!status) return;
      const early = performance.now() - shown < OFTEN;
      if (!early || status.state !== "running" || model.pw_last.state !== "running") showNow(status);
      else {
        clearTimeout(waiting);
        waiting = setTimeout(() => showNow(status), OFTEN);
      }
    };
    part.show(model.get("first"));
    if (model.pw_last) part.show(model.pw_last);
    document.addEventListener("patchwalk:status", heard);
    const unzoom = part.fit ? followZoom(model, part.fit, el) : () => {};
    return () => {
      document.removeEventListener("patchwalk:status", heard);
      clearTimeout(waiting);
      unzoom();
    };
  },
};
