import { formatPercent, progressBar } from '@quarterdeck/kit';

/** What a bar or a ring shows of what there is. */
export interface MeasureProps {
  /** What is measured: "CPU". */
  label: string;
  /** What is used, in the unit of `max`. */
  value: number;
  /** What there is (default 100). Nothing, or less, draws none of it. */
  max?: number;
  /** The value in words: "1.50 of 4.00 cores". Default: the percentage. */
  text?: string;
}

/** A measure as it is drawn (per cent of the way, colour), in words, and in whole per cent. */
export function measured({ value, max = 100, text }: MeasureProps) {
  const ratio = max > 0 && Number.isFinite(value) ? value / max : 0;
  const said = text ?? formatPercent(ratio);
  return {
    ...progressBar(ratio * 100),
    said,
    /** Per cent, as assistive technology reads it. */
    now: Math.round(Math.min(1, Math.max(0, ratio)) * 100),
  };
}
