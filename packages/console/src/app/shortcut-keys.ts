const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that goes with a letter for what works everywhere, as this keyboard calls it. */
export const MOD_NAME = IS_MAC ? '⌘' : 'Ctrl';

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Mod: MOD_NAME };

/** The keys of a shortcut as they are written on a keyboard: `Mod+k` is `Ctrl`, `K`; `g h` is `g`, `h`. */
export function keyNames(shortcut: string): string[] {
  return shortcut.split(/[ +]/).map((key) => {
    if (shortcut.includes('+') && key.length === 1) return key.toUpperCase();
    return NAMES[key] ?? key;
  });
}
