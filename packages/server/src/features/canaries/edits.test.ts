import type { CanaryId } from '@quarterdeck/contract';
import { silentLog } from '@quarterdeck/kit';
import { expect, test, vi } from 'vitest';
import type { StoredEvent } from '../../platform/live/live-store.ts';
import { createCanaryEdits } from './edits.ts';

function fixture() {
  let tell: (events: readonly StoredEvent[]) => void = () => undefined;
  const adopt = vi.fn(async (_ids: readonly CanaryId[] | null) => 1);
  const onAdopted = vi.fn(async () => undefined);
  const edits = createCanaryEdits({
    live: {
      onEvents(listener) {
        tell = listener;
        return () => {
          tell = () => undefined;
        };
      },
    },
    service: { adopt },
    log: silentLog,
    onAdopted,
    retryMs: 1,
  });
  const changed = (table: string, ids: string[] | null): StoredEvent => ({
    id: 1,
    name: 'rows.changed',
    payload: JSON.stringify({ table, kind: 'update', ids }),
  });
  return { edits, adopt, onAdopted, changed, tell: (...events: StoredEvent[]) => tell(events) };
}

test('at start all are looked at, then those that changed; other tables are no matter', async () => {
  const { edits, adopt, onAdopted, changed, tell } = fixture();
  await edits.start();
  tell(changed('canaries', ['a']), changed('canaries', ['b']), changed('people', ['c']));
  await vi.waitFor(() => expect(adopt.mock.calls).toEqual([[null], [['a', 'b']]]));
  tell(changed('people', ['c']));
  await edits.stop();
  expect(adopt).toHaveBeenCalledTimes(2);
  expect(onAdopted).toHaveBeenCalledTimes(2);
});

test('many changes, or changes that were missed, look at all', async () => {
  const { edits, adopt, changed, tell } = fixture();
  tell(changed('canaries', ['a']), changed('canaries', null));
  await vi.waitFor(() => expect(adopt.mock.calls).toEqual([[null]]));
  tell({ id: 2, name: 'resync', payload: '{}' });
  await vi.waitFor(() => expect(adopt.mock.calls).toEqual([[null], [null]]));
  await edits.stop();
});

test('what failed is done again, with what came since', async () => {
  const { edits, adopt, changed, tell } = fixture();
  adopt.mockRejectedValueOnce(new Error('away'));
  tell(changed('canaries', ['a']));
  await vi.waitFor(() => expect(adopt).toHaveBeenCalledTimes(2));
  expect(adopt.mock.calls[1]).toEqual([['a']]);
  await edits.stop();
  tell(changed('canaries', ['b']));
  expect(adopt).toHaveBeenCalledTimes(2);
});
