import { startProduct, temporaryFolder } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { summarise } from '../statistics.ts';
import { addAdministrator, attempt, EMAIL, signIn } from '../support/sign-in.ts';

/** Wrong passwords of each kind (contract identity §6.2). */
const TRIES = 50;
/** An address is paused after ten. */
const BEFORE_A_PAUSE = 8;

/**
 * How much longer a wrong password takes at an address that is known than at one that is not: the difference of the
 * medians, whichever is longer. Both by turns, each first as often as the other. A sign-in now and then keeps the address
 * from being paused.
 */
async function tellingTime(report: Report, url: string, password: string): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < TRIES; round += 1) {
    if (round % BEFORE_A_PAUSE === 0) await signIn(url, password, `10.253.0.${round}`);
    const kinds = [
      { email: EMAIL, into: times.known },
      { email: `nobody-${Math.floor(round / BEFORE_A_PAUSE)}@example.test`, into: times.unknown },
    ];
    for (const [n, { email, into }] of (round % 2 === 0 ? kinds : kinds.toReversed()).entries()) {
      const { answer, tookMs } = await attempt(url, {
        password: 'not the password',
        source: `10.254.${round}.${n}`,
        email,
      });
      await answer.arrayBuffer();
      if (answer.status !== 400) throw new Error(`a wrong password answered ${answer.status}`);
      into.push(tookMs);
    }
  }
  report.note('identity.known', times.known, 'ms');
  report.note('identity.unknown', times.unknown, 'ms');
  return Math.abs(summarise(times.known).p50 - summarise(times.unknown).p50);
}

/** Whether the time of a sign-in tells who has an account, on a fresh server. */
export async function measureTelling(report: Report): Promise<void> {
  const [dataDir, remove] = await temporaryFolder('telling');
  const password = await addAdministrator(dataDir);
  const product = await startProduct({
    dataDir,
    env: {
      QD_MODE: 'self-hosted',
      QD_BREACH_URL: 'off',
      QD_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  try {
    report.add('identity.telling', [await tellingTime(report, product.url, password)]);
  } finally {
    await product.stop();
    await remove();
  }
}
