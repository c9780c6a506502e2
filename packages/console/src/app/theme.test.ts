import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { THEME_BOOT } from '@quarterdeck/ui';
import { afterEach, expect, it } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8');
const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

it.each(['light', 'dark', 'system', 'nonsense'])(
  'the script before the first paint treats %s as the parts do',
  (stored) => {
    localStorage.setItem('theme', stored);
    new Function(script)();
    const applied = document.documentElement.dataset.theme;
    delete document.documentElement.dataset.theme;
    new Function(THEME_BOOT)();
    expect(applied).toBe(document.documentElement.dataset.theme);
  },
);

it('has no script in the page, which the content security policy forbids', () => {
  for (const [, attributes, text] of page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
    expect(attributes).toContain('src=');
    expect(text).toBe('');
  }
});
