/** The colour of a bar: `none` below 1 %, then green, orange above 75 %, red above 90 % (spec 000 §9). */
export type ProgressTone = 'none' | 'ok' | 'warn' | 'bad';

/** How a share of 0 to 100 per cent is drawn. */
export interface ProgressBar {
  /** The width in per cent, never under 5 nor over 100, so that little and too much can be seen. */
  width: number;
  tone: ProgressTone;
}

/** Width and colour of a progress bar (spec 000 §9). What is no number counts as nothing. */
export function progressBar(percent: number): ProgressBar {
  const value = Number.isNaN(percent) ? 0 : percent;
  const tone = value > 90 ? 'bad' : value > 75 ? 'warn' : value >= 1 ? 'ok' : 'none';
  return { width: Math.min(100, Math.max(5, value)), tone };
}
