// Put into every page before its own scripts: notes when pictures of the board are painted, and when one clicks.
// Times are milliseconds of performance.now(), the clock in which events carry their time, too.

window.bench = { painted: [], clicked: 0, number: 0, ticks: 0, state: "", again: false, told: {}, settle: null, answer: null };

document.addEventListener("click", (event) => { bench.clicked = event.timeStamp; }, true);

// The board hands its status on together with the picture, and tells when that has been painted.
document.addEventListener("patchwalk:status", (event) => {
  const { status } = event.detail;
  if (!status) return;
  bench.state = status.state;
  bench.told = status;
  if (bench.again) bench.runAgain();
});

document.addEventListener("patchwalk:painted", (event) => {
  Object.assign(bench, { number: event.detail.number, ticks: bench.told.ticks });
  bench.painted.push([performance.now(), bench.told.ticks, bench.told.state]);
  bench.settle?.();
});

// `bench.answer` becomes the time from the next click to the picture of a later tick.
bench.awaitTick = () => {
  const before = bench.ticks;
  bench.clicked = Infinity;
  bench.answer = new Promise((resolve) => {
    bench.settle = () => {
      if (bench.ticks > before && bench.clicked < Infinity) resolve(performance.now() - bench.clicked);
    };
  });
};

// The same from the next move of the pointer to the first picture after it.
bench.awaitMove = () => {
  const before = bench.number;
  let moved = Infinity;
  document.addEventListener("pointermove", (event) => { moved = event.timeStamp; }, { capture: true, once: true });
  bench.answer = new Promise((resolve) => {
    bench.settle = () => {
      if (bench.number > before && moved < Infinity) resolve(performance.now() - moved);
    };
  });
};

// The same for a page that shows an image: until the changed one is decoded and the screen has got it.
bench.awaitImage = () => {
  bench.clicked = Infinity;
  bench.answer = new Promise((resolve) => {
    const observer = new MutationObserver(async (changes) => {
      const nodes = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
      const images = nodes.flatMap((node) => (node.matches?.("img") ? [node] : [...(node.querySelectorAll?.("img") || [])]));
      const image = images.find((node) => /^(blob|data):/.test(node.src));
      if (!image || bench.clicked === Infinity) return;
      observer.disconnect();
      await image.decode();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - bench.clicked);
        channel.port2.postMessage(0);
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["src"] });
  });
};

// Run maze after maze: a run that has ended is set up anew, one that was set up goes.
bench.runAgain = () => {
  const press = (name) => [...document.querySelectorAll("button")].find((button) => button.innerText.startsWith(name))?.click();
  if (bench.state === "finished") press("Setup");
  else if (bench.state === "stopped" && bench.ticks === 0) press("Go");
};
