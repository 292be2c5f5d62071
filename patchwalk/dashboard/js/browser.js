// What only the browser can do for the page. Clicks are served here, without a round trip, where the browser insists on it.
const LARGEST_FILE = 64 * 2 ** 20;

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not a secure page, or not allowed: the old way still works within a click.
    const field = document.createElement("textarea");
    field.value = text;
    field.style.cssText = "position:fixed;opacity:0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

function say(button, text) {
  const old = button.title;
  button.title = text;
  button.dataset.said = text;
  setTimeout(() => {
    button.title = old;
    delete button.dataset.said;
  }, 1600);
}

function save(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The board's canvases on one, cut to what is drawn on them.
function savePicture(model) {
  const layers = [...document.querySelectorAll("#pw [data-testid=board] canvas")];
  if (!layers.length) return;
  const whole = document.createElement("canvas");
  whole.width = layers[0].width;
  whole.height = layers[0].height;
  const pen = whole.getContext("2d", { willReadFrequently: true });
  for (const layer of layers) pen.drawImage(layer, 0, 0);
  const [x, y, width, height] = drawnPart(pen.getImageData(0, 0, whole.width, whole.height));
  const cut = document.createElement("canvas");
  cut.width = width;
  cut.height = height;
  cut.getContext("2d").drawImage(whole, -x, -y);
  const ticks = document.querySelector("#pw [data-testid=ticks]");
  const name = new URLSearchParams(model.get("link")).get("model");
  cut.toBlob((blob) => save(`${name}-${model.get("seed")}-${ticks ? ticks.textContent : 0}.png`, blob), "image/png");
}

// The smallest rectangle with all pixels that are not wholly transparent.
function drawnPart({ data, width, height }) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!data[4 * (y * width + x) + 3]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? [0, 0, width, height] : [left, top, right - left + 1, bottom - top + 1];
}

function openFile(model) {
  const field = document.createElement("input");
  field.type = "file";
  field.accept = model.get("accept");
  field.dataset.testid = "file";
  field.hidden = true;
  field.addEventListener("change", async () => {
    const file = field.files[0];
    field.remove();
    if (file && file.size <= LARGEST_FILE) model.send({ kind: "file", name: file.name }, undefined, [await file.arrayBuffer()]);
  });
  field.addEventListener("cancel", () => field.remove());
  document.body.append(field);
  field.click();
}

// ECharts looks for changes at every frame of the screen for a while after each; one look is enough for plots that do
// not move, and the board needs the time. The charts are the Vue components of Solara.
function calmPlots() {
  for (const plot of document.querySelectorAll("#pw .solara-echarts:not([data-calm])")) {
    const chart = plot.__vue__ && plot.__vue__.chart;
    if (!chart) continue;
    chart.getZr().setSleepAfterStill(1);
    plot.dataset.calm = "yes";
  }
}

// Keeps Tab inside a dialog that says it is modal, and gives the focus back afterwards.
function followDialogs() {
  let dialog = null;
  let before = null;
  const look = () => {
    const now = document.querySelector("#pw [aria-modal=true], #pw [role=alertdialog]");
    if (now === dialog) return;
    if (now) {
      if (!dialog) before = document.activeElement;
      const first = now.querySelector("[data-focus], button");
      if (first) first.focus();
    } else if (before && before.isConnected) before.focus();
    dialog = now;
  };
  const tab = (event) => {
    if (event.key !== "Tab" || !dialog || dialog.getAttribute("aria-modal") !== "true") return;
    const stops = [...dialog.querySelectorAll("button, a[href], input, [tabindex]")].filter((stop) => !stop.disabled);
    if (!stops.length) return;
    const at = stops.indexOf(document.activeElement);
    const next = event.shiftKey ? (at <= 0 ? stops.length - 1 : at - 1) : at === stops.length - 1 ? 0 : at + 1;
    event.preventDefault();
    stops[next].focus();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("keydown", tab, true);
  return () => {
    observer.disconnect();
    document.removeEventListener("keydown", tab, true);
  };
}

// Enter in a number's field takes the number and lets the field go, so that the next key is a key of the page again.
function leaveField(event) {
  const field = event.target;
  if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || !field.closest("#pw .left .num")) return;
  setTimeout(() => field.blur());
}

export default {
  render({ model, el }) {
    el.style.display = "none";
    const address = () => {
      const wanted = model.get("address");
      if (wanted && wanted !== location.search) history.replaceState(history.state, "", location.pathname + wanted + location.hash);
    };
    const title = () => {
      if (model.get("title")) document.title = model.get("title");
    };
    const clicked = async (event) => {
      const button = event.target.closest && event.target.closest("[data-do]");
      if (!button) return;
      const what = button.dataset.do;
      if (what === "open-file") openFile(model);
      if (what === "picture") savePicture(model);
      if (what === "copy-link" || what === "copy-seed") {
        const text = what === "copy-seed" ? model.get("seed") : location.origin + location.pathname + model.get("link");
        say(button, (await copy(text)) ? "Copied" : `Copy this: ${text}`);
      }
    };
    const told = (message, buffers) => {
      if (message.kind === "save") save(message.name, buffers[0]);
    };
    address();
    const again = setTimeout(address, 500); // a chosen model: Solara writes the plain address only after this ran
    title();
    model.on("change:address", address);
    model.on("change:title", title);
    model.on("msg:custom", told);
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", leaveField);
    const calming = setInterval(calmPlots, 1000);
    const unfollow = followDialogs();
    return () => {
      model.off("change:address", address);
      model.off("change:title", title);
      model.off("msg:custom", told);
      document.removeEventListener("click", clicked);
      document.removeEventListener("keydown", leaveField);
      clearTimeout(again);
      clearInterval(calming);
      unfollow();
    };
  },
};
