/**
 * Runs in the page before its own scripts: gathers what the page shows and when, as `window.bench`. Plain script, since it
 * is handed to the browser as it is. Times are milliseconds since the start of the page unless told otherwise.
 */
(() => {
  const figures = { lcp: 0, cls: 0, interactions: {}, rowsAt: 0 };
  const observe = (type, each, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', (entry) => {
    figures.lcp = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) figures.cls += entry.value;
  });
  observe(
    'event',
    ({ interactionId, duration }) => {
      if (!interactionId) return;
      figures.interactions[interactionId] = Math.max(figures.interactions[interactionId] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );

  const rows = () => document.querySelectorAll('[role=grid] [role=row]');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rowCount = () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount');

  /** Two frames after rows were put into the page they have been painted. */
  async function awaitRows() {
    while (rows().length < 2) await frame();
    await frame();
    await frame();
    figures.rowsAt = performance.now();
  }
  void awaitRows();

  function scroller() {
    let box = document.querySelector('[role=grid]');
    while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
    return box ?? document.scrollingElement;
  }

  window.bench = {
    figures: () => figures,

    /** When the summary had come. */
    dataAt: () =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/summary'))?.responseEnd,

    /** Scrolls a step in each frame; answers the times between frames and the most rows that the page ever held. */
    async scroll(count, stepPx) {
      const box = scroller();
      const frames = [];
      let most = 0;
      let last = await frame();
      for (let step = 0; step < count; step += 1) {
        box.scrollTop += stepPx;
        const now = await frame();
        frames.push(now - last);
        last = now;
        most = Math.max(most, rows().length);
      }
      return { frames, rows: most };
    },

    /** Begins to watch for the table that follows from what is typed; `searched` answers when both were. */
    watchSearch() {
      const times = { inputAt: 0, rowsAt: 0 };
      const before = rowCount();
      document.addEventListener('input', () => {
        times.inputAt = performance.now();
      });
      const observer = new MutationObserver(() => {
        if (rowCount() === before) return;
        times.rowsAt = performance.now();
        observer.disconnect();
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      this.searched = () => times;
    },

    /** From the next key to the palette with its choices; `opened` answers the time. */
    watchOpening() {
      let pressedAt = 0;
      let openedAt = 0;
      const pressed = () => {
        pressedAt = performance.now();
      };
      document.addEventListener('keydown', pressed, { capture: true, once: true });
      const observer = new MutationObserver(() => {
        if (!document.querySelector('dialog[open] [role=option]')) return;
        observer.disconnect();
        openedAt = performance.now();
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      this.opened = () => openedAt - pressedAt;
    },

    /** Gathers, for each letter that is typed into the palette, the time until its list has followed. */
    watchPalette() {
      const times = [];
      let inputAt = 0;
      document.addEventListener(
        'input',
        () => {
          inputAt = performance.now();
        },
        true,
      );
      new MutationObserver(() => {
        if (inputAt === 0) return;
        times.push(performance.now() - inputAt);
        inputAt = 0;
      }).observe(document.querySelector('[role=listbox]').parentElement, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      this.answered = () => times;
    },

    /** From the next click to the page with this title and its content, laid out; `arrived` answers the time. */
    watchRoute(title, content) {
      let clickedAt = 0;
      let arrivedAt = 0;
      document.addEventListener(
        'click',
        () => {
          clickedAt = performance.now();
        },
        { capture: true, once: true },
      );
      const observer = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent !== title || !document.querySelector(content)) return;
        observer.disconnect();
        document.body.getBoundingClientRect();
        arrivedAt = performance.now();
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      this.arrived = () => arrivedAt - clickedAt;
    },

    /** Writes down each change of a row's accessible name, which ends with its health. Times are since the epoch. */
    watchRow(name) {
      const moments = [];
      let shown = '';
      const look = () => {
        const label = document.querySelector(`[role=row][aria-label^="${name}"]`)?.getAttribute('aria-label') ?? '';
        if (label === shown || label === '') return;
        shown = label;
        moments.push({ atMs: Date.now(), pass: !/unhealthy/i.test(label) });
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
      this.moments = () => moments;
    },
  };
})();
