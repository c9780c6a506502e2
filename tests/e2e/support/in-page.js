/**
 * Runs in the page before its own scripts: what the walks of the gallery and the pictures ask of a page, as
 * `window.looking`. Plain script, since it is handed to the browser as it is.
 */
(() => {
  const CONTROLS =
    'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex], [contenteditable=true]';

  /** How a person would call an element: what it says, or else what it is. */
  const nameOf = (element) =>
    (
      element.getAttribute('aria-label') ??
      element.labels?.[0]?.textContent ??
      (element.matches('input, textarea') ? element.name : element.textContent) ??
      ''
    )
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60) || element.tagName.toLowerCase();

  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null;

  /** One of the radios of a group takes the focus for all. */
  const isReachable = (element) =>
    element.tabIndex >= 0 &&
    (element.type !== 'radio' ||
      element.checked ||
      !element.form?.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`));

  let controls = [];

  /** Remembers the controls of the page that Tab must reach; says how many. */
  function countControls() {
    controls = [...document.querySelectorAll('main')]
      .flatMap((main) => [...main.querySelectorAll(CONTROLS)])
      .filter((element) => isShown(element) && isReachable(element));
    return controls.length;
  }

  const SHOWS = ['boxShadow', 'borderColor', 'backgroundColor'];
  const lookOf = (element) => SHOWS.map((name) => getComputedStyle(element)[name]).join(' ');

  /** Whether the focus can be seen: by an outline of the element or around it, or because it looks other than without. */
  function isFocusShown(element) {
    for (let one = element; one && !one.matches('main'); one = one.parentElement) {
      if (getComputedStyle(one).outlineStyle !== 'none') return true;
    }
    const copy = element.cloneNode(false);
    element.after(copy);
    const [focused, plain] = [element, copy].map(lookOf);
    copy.remove();
    return focused !== plain;
  }

  /** What Tab reached: its place among the controls, its name, and whether the focus is seen. Null outside of main. */
  function readFocus() {
    const element = document.activeElement;
    if (!element?.closest('main') || element.matches('main')) return null;
    return { place: controls.indexOf(element), name: nameOf(element), shown: isFocusShown(element) };
  }

  const nameControl = (place) => nameOf(controls[place]);

  const clips = (element) => getComputedStyle(element).overflowX !== 'visible';

  /** Elements that stick out of the window, or of the section of the gallery that they stand in. */
  function findOverhang() {
    const faults = [];
    for (const element of document.querySelectorAll('main *')) {
      const { right, left, width } = element.getBoundingClientRect();
      const home = element.closest('dialog, [popover], main section') ?? document.documentElement;
      const edge = home.matches('section') ? home.getBoundingClientRect().right : innerWidth;
      if (width === 0 || (right <= edge + 1 && left >= -1)) continue;
      let around = element.parentElement;
      while (around && around !== home && !clips(around)) around = around.parentElement;
      if (!around || around === home) faults.push(`${nameOf(element)} (${element.className})`);
    }
    return faults;
  }

  const PLACED =
    'h1, h2, h3, a[href], button, input, select, textarea, img, canvas, nav, aside, header, section, form, figure, time, [role]:not([role=presentation], [role=gridcell])';

  /** What stands where, from the top of the document: role or tag and name, and the place in whole pixels. */
  function readBoxes(root) {
    return [...document.querySelectorAll(PLACED)]
      .filter((element) => element.closest(root) && isShown(element))
      .flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (width < 2 || height < 2) return [];
        const kind = element.getAttribute('role') ?? element.tagName.toLowerCase();
        const name = element.matches('nav, aside, header, section, form, figure, [role=grid], [role=tabpanel]')
          ? (element.getAttribute('aria-label') ?? '')
          : nameOf(element).slice(0, 32);
        return [{ name: `${kind} ${name}`.trim(), place: [x, y, width, height].map(Math.round) }];
      });
  }

  /** Pixels that the main content has below its lower edge. */
  function hiddenBelow() {
    const main = document.querySelector('main');
    return main ? main.scrollHeight - main.clientHeight : 0;
  }

  window.looking = { countControls, readFocus, nameControl, findOverhang, readBoxes, hiddenBelow };
})();
