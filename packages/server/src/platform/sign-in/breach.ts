import { createHttpClient, createTokenCache, type Egress } from '@quarterdeck/checks';
import { AppError } from '@quarterdeck/contract';
import type { BreachRange } from '@quarterdeck/identity';
import type { Clock } from '@quarterdeck/kit';
import type { Config } from '../../config.ts';

/** Nobody waits longer for an answer that only adds to the bundled list. */
const TIMEOUT_MS = 1000;

/** Asks the configured list of breached passwords, padded so that the length of an answer tells nothing. */
export function createBreachRange({
  config,
  egress,
  clock,
}: {
  config: Pick<Config, 'breachUrl'>;
  egress: Egress;
  clock: Clock;
}): BreachRange | null {
  const { breachUrl } = config;
  if (breachUrl === null) return null;
  const client = createHttpClient({ egress, clock, tokens: createTokenCache() });
  return async (prefix) => {
    const answer = await client.request({
      url: new URL(prefix, breachUrl).href,
      headers: [['Add-Padding', 'true']],
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    });
    if (answer.status !== 200) throw new AppError('INTERNAL', { message: `the list answered ${answer.status}` });
    return answer.body.toString('utf8');
  };
}
