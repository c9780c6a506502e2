import { memo } from 'react';
import { describeStrip, type StripResult, stripPaths, stripWidth } from './strip.ts';

export interface StatusStripProps {
  /** Oldest first; the last `slots` are drawn. */
  results: readonly StripResult[];
  /** How many bars fit (default 34). */
  slots?: number;
  /** Draws failures as warnings (a check whose severity is low). */
  failAs?: 'unhealthy' | 'warning';
  width?: number;
  height?: number;
}

function Strip({ results, slots = 34, failAs = 'unhealthy', width, height = 16 }: StatusStripProps) {
  const label = describeStrip(results, slots);
  const { ok, bad, unk } = stripPaths(results, slots, height);
  const own = stripWidth(slots);
  return (
    <svg
      className="qd-strip"
      width={width ?? own}
      height={height}
      viewBox={`0 0 ${own} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {results.length === 0 && <path className="qd-strip-none" d={`M0 ${height - 1}h${own}`} />}
      {ok && <path className="qd-strip-ok" d={ok} />}
      {unk && <path className="qd-strip-unk" d={unk} />}
      {bad && <path className={failAs === 'warning' ? 'qd-strip-warn' : 'qd-strip-bad'} d={bad} />}
    </svg>
  );
}

/** The last results as bars: height by latency, colour by result. Drawn again only when the results are other ones. */
export const StatusStrip = memo(Strip);
