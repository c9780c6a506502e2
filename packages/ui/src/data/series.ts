/** One line of a chart. */
export interface ChartSeries {
  id: string;
  label: string;
  /** Epoch milliseconds and value, in any order; null is a gap. */
  points: readonly (readonly [at: number, value: number | null])[];
  tone?: SeriesTone;
  kind?: 'line' | 'area' | 'bars';
}

export type SeriesTone = 'accent' | 'ok' | 'warn' | 'bad' | 'info' | 'unk';

/** A line across a chart: a limit, a target. */
export interface ChartThreshold {
  value: number;
  label: string;
  tone: 'ok' | 'warn' | 'bad';
}

/** Series over the same times: all times once, oldest first, and each series' value at each, undefined where it has none. */
export interface AlignedSeries {
  times: number[];
  values: (number | null | undefined)[][];
}

/** Brings series to the same times. The last of two values at one time counts. */
export function alignSeries(series: readonly ChartSeries[]): AlignedSeries {
  const times = [...new Set(series.flatMap((one) => one.points.map(([at]) => at)))].sort((a, b) => a - b);
  const values = series.map((one) => {
    const byTime = new Map(one.points);
    return times.map((at) => byTime.get(at));
  });
  return { times, values };
}

const TONES: readonly SeriesTone[] = ['accent', 'info', 'ok', 'warn', 'unk', 'bad'];
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3], [4, 2], [1, 2]];

/** How the line of a place is drawn when the series does not say: another tone, and another dash for who sees no colour. */
export function seriesLook(index: number, tone?: SeriesTone): { tone: SeriesTone; dash: number[] } {
  return {
    tone: tone ?? TONES[index % TONES.length] ?? 'accent',
    dash: [...(DASHES[index % DASHES.length] ?? [])],
  };
}

/** The range of the value axis: from 0 or the least value, with room above, and with every threshold in it. */
export function valueRange(
  values: readonly (number | null | undefined)[],
  thresholds: readonly number[],
): [number, number] {
  const all = [...values, ...thresholds].filter(
    (value) => value !== null && value !== undefined && Number.isFinite(value),
  );
  const least = all.reduce<number>((low, value) => Math.min(low, value ?? 0), 0);
  const most = all.reduce<number>((high, value) => Math.max(high, value ?? 0), 0);
  const room = (most - least || 1) * 0.12;
  return [least < 0 ? least - room : 0, most + room];
}
