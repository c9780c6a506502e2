/** `system` follows the person's system. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

/** The stored choice; `system` when none or unreadable. */
export function readTheme(storage: Pick<Storage, 'getItem'> = localStorage): Theme {
  try {
    const stored = storage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Applies and remembers a choice. The tokens follow the `data-theme` attribute of the root element. */
export function setTheme(theme: Theme, storage: Pick<Storage, 'setItem'> = localStorage): void {
  document.documentElement.dataset.theme = theme;
  try {
    storage.setItem(KEY, theme);
  } catch {
    // A person who forbids storage still gets the theme for this visit.
  }
}

/**
 * A line of script for the head of the page, before any style: applies the stored choice before the first paint, so that
 * nothing flashes. Serve it under a hash or nonce of the content security policy.
 */
export const THEME_BOOT = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
