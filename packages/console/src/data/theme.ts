import { readTheme, type Theme } from '@quarterdeck/ui';
import { useStored } from './stored.ts';

function parseTheme(stored: string | null): Theme {
  return readTheme({ getItem: () => stored });
}

/** The theme that the person chose; it is changed by `setTheme` of the design system, over the storage of the console. */
export function useTheme(): Theme {
  return useStored<Theme>('theme', parseTheme, String)[0];
}
