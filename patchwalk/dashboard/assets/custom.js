// Solara runs this before its own script: the theme of the address, else the system's, from the first paint on.
// (Solara's setting "auto" cannot be used: version 1.64 then leaves out the element that it mounts the page in.)
(() => {
  const wanted = new URLSearchParams(location.search).get("theme");
  window.theme.variant = wanted === "dark" || wanted === "light" ? wanted : "auto";
  localStorage.removeItem(":solara:theme.variant");
  const dark = wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const app = document.getElementById("app");
  app.classList.toggle("theme--dark", dark);
  app.classList.toggle("theme--light", !dark);
  document.documentElement.style.background = dark ? "#0E1211" : "#E9EDEA";
})();
// anywidget (0.11) gives a widget two seconds to start and then never hands it a message again: on a busy machine the
// board would stay empty for good. Nothing else on the page waits for exactly two seconds.
(() => {
  const timeout = AbortSignal.timeout;
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds === 2000 ? 120000 : milliseconds);
})();
