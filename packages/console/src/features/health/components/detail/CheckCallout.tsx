import type { CheckStatusRow } from '@quarterdeck/contract';
import { Banner, formatAge, HEALTH_WORD, type Health, HealthShape, parseDate } from '@quarterdeck/ui';
import { useConsole } from '../../../../data/context.ts';

export interface CheckCalloutProps {
  health: Health;
  severity: string | null | undefined;
  since: string | null | undefined;
  latest: CheckStatusRow | null | undefined;
}

/** What is wrong now, in one line and the message of the last result; nothing when all is well. */
export function CheckCallout({ health, severity, since, latest }: CheckCalloutProps) {
  const { now } = useConsole();
  if (health !== 'unhealthy' && health !== 'warning' && health !== 'unknown') return null;
  const transition = parseDate(since);
  const title = [
    transition ? `${HEALTH_WORD[health]} for ${formatAge(now() - transition.getTime())}` : HEALTH_WORD[health],
    severity,
  ]
    .filter(Boolean)
    .join(' · ');
  const texts = [...new Set([latest?.message, latest?.error])].filter(Boolean);
  return (
    <Banner
      tone={health === 'unhealthy' ? 'error' : health === 'warning' ? 'warning' : 'info'}
      title={
        <span className="qd-row">
          <HealthShape health={health} /> {title}
        </span>
      }
    >
      {texts.length > 0 && <span className="qd-callout-text">{texts.join('\n')}</span>}
    </Banner>
  );
}
