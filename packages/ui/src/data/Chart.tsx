import { formatElapsed } from '@quarterdeck/kit';
import { lazy, useMemo } from 'react';
import { ChartFigure } from './ChartFigure.tsx';

/** One bucket of results. `at` in epoch milliseconds. */
export interface ChartPoint {
  at: number;
  durationMs: number;
  ok: boolean;
  message?: string;
}

export interface ChartProps {
  points: readonly ChartPoint[];
  /** Names the chart: "Health and latency of the last hour". */
  label: string;
  /** The range of the time axis in epoch milliseconds; default: the points' own. */
  from?: number;
  to?: number;
  height?: number;
  loading?: boolean;
}

const Plot = lazy(() => import('./Plot.tsx').then((module) => ({ default: module.Plot })));

const HEADS = ['Result', 'Duration', 'Message'];

/**
 * Latency over time with a mark per result, green circle or red cross (contract screens §5.3). The drawing library is
 * loaded when first needed. A table with the same points is there for screen readers.
 */
export function Chart({ points, label, from, to, height = 180, loading }: ChartProps) {
  const sorted = useMemo(() => points.toSorted((a, b) => a.at - b.at), [points]);
  const failed = sorted.filter((point) => !point.ok);
  const cellsOf = (index: number) => wordsOf(sorted[index]);
  return (
    <ChartFigure
      label={label}
      summary={`${label}: ${sorted.length} points, ${failed.length} failed`}
      height={height}
      loading={loading}
      times={sorted.map((point) => point.at)}
      heads={HEADS}
      cellsOf={cellsOf}
      textOf={(index) => cellsOf(index).filter(Boolean).join(', ')}
    >
      {(index) => (
        <Plot
          points={sorted}
          height={height}
          index={index}
          {...(from !== undefined && { from })}
          {...(to !== undefined && { to })}
        />
      )}
    </ChartFigure>
  );
}

function wordsOf(point: ChartPoint | undefined): string[] {
  if (!point) return [];
  return [point.ok ? 'passed' : 'failed', formatElapsed(point.durationMs), point.message ?? ''];
}
