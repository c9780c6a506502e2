import type { CheckSummary } from '@quarterdeck/contract';
import { HEALTH_WORD, type Health } from '@quarterdeck/ui';
import { useRecent } from '../queries/use-recent.ts';

const CODES: readonly Health[] = ['unhealthy', 'healthy', 'unknown'];

/** One mark per recent result, newest last; said in words as counts. */
export function ResultDots({ check }: { check: Pick<CheckSummary, 'id'> }) {
  const results = (useRecent(check.id) ?? []).slice(-12);
  const failed = results.filter(([, , code]) => code === 0).length;
  const label = results.length === 0 ? 'No recent results' : `${failed} of the last ${results.length} results failed`;
  return (
    <span className="qd-dots" role="img" aria-label={label} title={label}>
      {results.map(([seconds, , code]) => (
        <i key={seconds} className={`qd-dot qd-dot-${CODES[code]}`} title={HEALTH_WORD[CODES[code] ?? 'unknown']} />
      ))}
    </span>
  );
}
