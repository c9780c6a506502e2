import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What has the focus: its name (or text), whether it is seen to have it, and whether it is the bare page. */
export interface Focus {
  name: string;
  isShown: boolean;
  isPage: boolean;
}

const READ_FOCUS = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return { name: '', isShown: false, isPage: true };
  const style = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  const after = getComputedStyle(at, '::after');
  const line = after.content !== 'none' && after.backgroundColor !== 'rgba(0, 0, 0, 0)';
  const marked = style.outlineStyle !== 'none' || style.boxShadow !== 'none' || line || at.matches('input');
  return {
    name: at.getAttribute('aria-label') || at.labels?.[0]?.textContent.trim() || document.getElementById(at.getAttribute('aria-labelledby'))?.textContent || at.textContent.trim() || at.getAttribute('placeholder') || '',
    isShown: marked && box.width > 0 && box.height > 0,
    isPage: false,
  };
})()`;

/** What has the focus now. */
export function focusIn(page: Page): Promise<Focus> {
  return page.evaluate(READ_FOCUS);
}

/** Presses Tab until something with this name has the focus; every stop on the way shows its focus. */
export async function tabTo(page: Page, name: RegExp, most = 40): Promise<void> {
  const stops: string[] = [];
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Tab');
    const focus = await focusIn(page);
    if (focus.isPage) continue;
    expect(focus.isShown, `the focus on "${focus.name}" is not seen`).toBe(true);
    if (name.test(focus.name)) return;
    stops.push(focus.name);
  }
  throw new Error(`Tab never came to ${name}; it stopped at ${stops.join(' | ')}`);
}
