/**
 * Runs in the page before its own scripts: notes every place that the page would leave for and keeps it here, as
 * `window.wayOut`. Plain script, since it is handed to the browser as it is.
 */
(() => {
  const LIMIT_MS = 20_000;
  const taken = [];
  window.navigation.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument) return;
    event.preventDefault();
    taken.push(event.destination.url);
  });

  async function until(what, isSo) {
    const began = performance.now();
    while (!isSo()) {
      if (performance.now() - began > LIMIT_MS)
        throw new Error(`${what} did not come, at ${location.href.slice(0, 200)}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  const hasLink = (address) => [...document.links].some((one) => one.getAttribute('href') === address);

  function fill(values) {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector(`input[name="${name}"]`);
      setValue.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }

  async function press() {
    await until('a button', () =>
      document.querySelector('form button[type=submit]:not([disabled],[aria-disabled=true])'),
    );
    document.querySelector('form button[type=submit]').click();
  }

  /** One way through the page; answers where it would have led, and the links of the page that lead elsewhere. */
  async function take({ leaves, address, link, values, shows, presses = 1 }) {
    const before = taken.length;
    if (leaves) location.assign(leaves);
    if (address) history.pushState(null, '', address);
    if (link) await until(`a link to ${link}`, () => hasLink(link));
    if (values) fill(values);
    if (presses > 0) await press();
    if (shows) {
      await until(shows, () => document.body.textContent.includes(shows));
      if (presses > 1) await press();
    }
    const straying = [...document.links]
      .map(({ href }) => href)
      .filter((href) => !href.startsWith(`${location.origin}/`));
    return { before, straying };
  }

  window.wayOut = {
    async walk(steps) {
      const ways = [];
      for (const step of steps) {
        const { before, straying } = await take(step);
        if (!step.stays) await until('a way out', () => taken.length > before);
        ways.push({ to: taken.slice(before), straying });
      }
      return ways;
    },
  };
})();
