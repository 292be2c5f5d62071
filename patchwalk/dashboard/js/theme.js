// Colours: the model's palette and ramp as the board needs them, and the board's own inks.

export const INKS = {
  light: {
    focus: "#1459C7", ink: "#17201E", case: "#FFFFFF", rim: "#171C1B", gap: "#C9D2CE", grid: "#E3E8E4", mark: "#5E6A65",
    "digit-1": "#1D58B8", "digit-2": "#1B6B38", "digit-3": "#B4231A", "digit-4": "#4A2C9E", "digit-5": "#7F3A10",
    "digit-6": "#0B6674", "digit-7": "#17201E", "digit-8": "#5A635F",
    flag: "#A8231B", hit: "#A8231B", pole: "#17201E", question: "#47534F", safe: "#0C4A85", "certain-mine": "#7A2A00",
    percent: "#17201E", "no-entry": "#A8231B", "ice-mark": "#3F7BA3", warp: "#8A2A86",
    start: "#17201E", goal: "#C2410C", key: "#7F5A00",
    "wall-edge": "#17201E", door: "#EBC65F", lock: "#17201E", "one-way": "#47534F", stop: "#9B1C1C", link: "#5E6A65",
  },
  dark: {
    focus: "#8DBBFF", ink: "#E9EEEB", case: "#0E1211", rim: "#060908", gap: "#313B38", grid: "#2A3330", mark: "#9AA7A2",
    "digit-1": "#86B8FF", "digit-2": "#7FD197", "digit-3": "#FF938A", "digit-4": "#BEA9FF", "digit-5": "#EFAA6B",
    "digit-6": "#62D1DF", "digit-7": "#E9EEEB", "digit-8": "#A6B1AC",
    flag: "#FF8A7E", hit: "#CC2B22", pole: "#E9EEEB", question: "#E9EEEB", safe: "#CDE6FF", "certain-mine": "#FFE0CC",
    percent: "#FFFFFF", "no-entry": "#FF9A90", "ice-mark": "#A9D3EC", warp: "#F7B3E8",
    start: "#E9EEEB", goal: "#FFA766", key: "#EBC65F",
    "wall-edge": "#E9EEEB", door: "#EBC65F", lock: "#17201E", "one-way": "#B7C2BD", stop: "#FF6F61", link: "#9AA7A2",
  },
};

export const FONT =
  '-apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", ' +
  '"Helvetica Neue", Arial, sans-serif';

export const NO_SHADE = 255;

export function channels(color) {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}

// Relative luminance as in WCAG, to choose a rim that can be told from the fill.
export function luminance(color) {
  const [r, g, b] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function mixed(colors, share) {
  if (colors.length === 1) return colors[0];
  const last = colors.length - 1;
  const k = Math.min(last - 1, Math.floor(share * last));
  const part = share * last - k;
  const [a, b] = [channels(colors[k]), channels(colors[k + 1])];
  const hex = a.map((value, i) => Math.round(value + (b[i] - value) * part).toString(16).padStart(2, "0"));
  return `#${hex.join("")}`;
}

// One number a pixel, as an ImageData of a little-endian machine holds it.
export function pixelOf(color) {
  const [r, g, b] = channels(color);
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

// All colours for one theme: lists by code and by shade, as text and as pixels, and `ink(name)`.
export function makeLook(palette, ramp, theme) {
  const dark = theme === "dark";
  const side = dark ? "dark" : "light";
  const codes = palette ? palette[side] : ["#808080"];
  const shades = [];
  if (ramp) for (let shade = 0; shade < NO_SHADE; shade++) shades.push(mixed(ramp[side], shade / (NO_SHADE - 1)));
  const pixels = new Uint32Array(256).fill(pixelOf(codes[codes.length - 1]));
  codes.forEach((color, code) => (pixels[code] = pixelOf(color)));
  const shadePixels = new Uint32Array(256);
  shades.forEach((color, shade) => (shadePixels[shade] = pixelOf(color)));
  const named = new Map(palette ? palette.names.map((name, code) => [name, codes[code]]) : []);
  return {
    dark,
    codes,
    shades,
    pixels,
    shadePixels,
    patterns: palette ? palette.patterns : [],
    patterned: Boolean(palette && palette.patterns.some((pattern) => pattern)),
    color: (code) => codes[Math.min(code, codes.length - 1)],
    ink: (name) => named.get(name) || INKS[side][name] || INKS[side].ink,
    // The rim that sets a fill off from whatever lies under it.
    rim: (fill) => (luminance(fill) < 0.09 ? "#FFFFFF" : "#171C1B"),
  };
}
