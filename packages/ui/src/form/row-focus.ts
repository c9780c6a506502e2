/**
 * Moves the focus into a row once it is drawn, so that it follows what was done: the first match of the selectors, tried
 * in order, in the row at that place (-1 or beyond the end: the last one), else what adds a row. Rows carry `data-row`,
 * that button `data-add`.
 */
export function focusRow(box: HTMLElement | null, at: number, ...selectors: string[]) {
  requestAnimationFrame(() => {
    const rows = box ? [...box.querySelectorAll<HTMLElement>(':scope > [data-row]')] : [];
    const row = at < 0 ? rows.at(-1) : rows[Math.min(at, rows.length - 1)];
    for (const selector of selectors) {
      const found = row?.querySelector<HTMLElement>(selector);
      if (!found) continue;
      found.focus();
      return;
    }
    box?.querySelector<HTMLElement>(':scope > [data-add]')?.focus();
  });
}

export const FIRST_CONTROL = 'input, textarea, select, button';
