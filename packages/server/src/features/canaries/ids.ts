import type { Clock, RandomBytes } from '@quarterdeck/kit';
import { ulidUuid } from '@quarterdeck/kit';

/**
 * Makes ids that grow: the random part begins anywhere and counts up from there, so that ids that are made together
 * lie together in indexes and differ in few characters, which keeps long lists of them small on the wire.
 */
export function createIdSource(clock: Pick<Clock, 'now'>, randomBytes: RandomBytes): () => string {
  const counter = randomBytes(10).slice();
  const next: RandomBytes = () => {
    for (let index = counter.length - 1; index >= 0; index -= 1) {
      counter[index] = ((counter[index] ?? 0) + 1) & 0xff;
      if (counter[index] !== 0) break;
    }
    return counter;
  };
  return () => ulidUuid(clock, next);
}
