/** The bounds of a topology card in pixels, and its usual width (contract screens §1.3, spec 000 §9). */
export const CARD_WIDTH = { least: 250, most: 768, step: 2, usual: 554 } as const;

/** The stored width of a topology card, `554px`; the usual one for none, the nearest allowed for one out of bounds. */
export function parseCardWidth(stored: string | null): number {
  const pixels = /^(\d{1,5})px$/.exec(stored ?? '')?.[1];
  if (pixels === undefined) return CARD_WIDTH.usual;
  const even = Math.round(Number(pixels) / CARD_WIDTH.step) * CARD_WIDTH.step;
  return Math.min(CARD_WIDTH.most, Math.max(CARD_WIDTH.least, even));
}

/** A width as it is stored. */
export function writeCardWidth(pixels: number): string {
  return `${pixels}px`;
}

/** Whether deleted items of the catalog are shown; they are not until a person says `yes`. */
export function parseShowDeleted(stored: string | null): boolean {
  return stored === 'yes';
}

/** An answer as it is stored. */
export function writeYesNo(isYes: boolean): 'yes' | 'no' {
  return isYes ? 'yes' : 'no';
}

/** Whether hidden components are shown; they are, unless the address says `showHiddenComponents=no`. */
export function parseShowHidden(address: unknown): boolean {
  return address !== 'no';
}
