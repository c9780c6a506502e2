import type { CheckId } from '@quarterdeck/contract';
import { createManualClock } from '@quarterdeck/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeptRows, type RowSource, type RowsRead } from './kept-rows.ts';
import type { CheckHead, StateColumns } from './summary-rows.ts';

const id = (name: string) => name as CheckId;

function columns(name: string, passed: number, deleted = false): StateColumns {
  const empty: null[] = Array.from({ length: 8 }, () => null);
  const [later, ends] = [empty.slice(0, 7), [deleted ? '2026-01-01 00:00:00+00' : null, null]];
  return [id(name), '1', null, null, null, String(passed), '0', ...later, ...ends] as unknown as StateColumns;
}

const headOf = (name: string): CheckHead => ({ version: '1', text: `"id":"${name}"` });

/** A table whose every write is a transaction of its own, numbered on; and reads that end when they are told to. */
function world() {
  const clock = createManualClock(0);
  const table = new Map<string, { passed: number; deleted: boolean; writtenBy: number }>();
  const asked: (string | null)[] = [];
  const state = { transaction: 1, fails: false };
  const look = (since: string | null): RowsRead => ({
    snapshot: String(state.transaction),
    live: [...table.values()].filter(({ deleted }) => !deleted).length,
    rows: [...table]
      .filter(([, row]) => (since === null ? !row.deleted : row.writtenBy >= Number(since)))
      .map(([name, row]) => columns(name, row.passed, row.deleted)),
  });
  const source: RowSource = {
    read: async (since) => {
      asked.push(since);
      if (state.fails) throw new Error('away');
      return look(since);
    },
    heads: async (rows) => new Map(rows.map(([name]) => [name, headOf(name)])),
  };
  const write = (name: string, passed: number, deleted = false) => {
    table.set(name, { passed, deleted, writtenBy: state.transaction });
    state.transaction += 1;
  };
  return { clock, table, asked, state, source, look, write, rows: createKeptRows(source, clock) };
}

async function shown(rows: ReturnType<typeof createKeptRows>): Promise<Record<string, number>> {
  const { texts } = await rows();
  return Object.fromEntries(
    [...texts].map((text) => {
      const row: { id: string; uptime: { passed: number } } = JSON.parse(text);
      return [row.id, row.uptime.passed];
    }),
  );
}

describe('rows that are kept', () => {
  it('are read whole once, and then as far as they changed', async () => {
    const { rows, write, asked } = world();
    write('a', 1);
    write('b', 1);
    expect(await shown(rows)).toEqual({ a: 1, b: 1 });
    write('b', 2);
    write('c', 1);
    expect(await shown(rows)).toEqual({ a: 1, b: 2, c: 1 });
    expect(asked).toEqual([null, '3']);
  });

  it('go when they are deleted', async () => {
    const { rows, write, asked } = world();
    write('a', 1);
    write('b', 1);
    await rows();
    write('a', 1, true);
    expect(await shown(rows)).toEqual({ b: 1 });
    expect(asked).toEqual([null, '3']);
  });

  it('are read whole when one vanished without a trace', async () => {
    const { rows, write, table, asked } = world();
    write('a', 1);
    write('b', 1);
    await rows();
    table.delete('a');
    expect(await shown(rows)).toEqual({ b: 1 });
    expect(asked).toEqual([null, '3', null]);
  });

  it('are read whole every five minutes, and after an error', async () => {
    const { rows, write, clock, state, asked } = world();
    write('a', 1);
    await rows();
    clock.advance(299_999);
    await rows();
    clock.advance(1);
    await rows();
    state.fails = true;
    await expect(rows()).rejects.toThrow('away');
    state.fails = false;
    expect(await shown(rows)).toEqual({ a: 1 });
    expect(asked).toEqual([null, '2', null, '2', null]);
  });

  it('leave out a check that is gone before its head is read', async () => {
    const { source, clock, write } = world();
    write('a', 1);
    write('b', 1);
    const rows = createKeptRows({ ...source, heads: async () => new Map([[id('b'), headOf('b')]]) }, clock);
    expect(await shown(rows)).toEqual({ b: 1 });
  });

  it('never go back to what an earlier read brings late', async () => {
    const { source, clock, write, look } = world();
    const late: (() => void)[] = [];
    let holds = false;
    const read = async (since: string | null) => {
      const seen = look(since);
      if (holds) await new Promise<void>((resolve) => late.push(resolve));
      return seen;
    };
    const rows = createKeptRows({ ...source, read }, clock);
    write('a', 1);
    await rows();
    holds = true;
    write('a', 2);
    const first = shown(rows);
    holds = false;
    write('a', 3);
    expect(await shown(rows)).toEqual({ a: 3 });
    late.map((release) => release());
    expect(await first).toEqual({ a: 3 });
    expect(await shown(rows)).toEqual({ a: 3 });
  });

  it('are those of the table after any writes, deletions and waits', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const act = fc.oneof(
      fc.record({ kind: fc.constant('write' as const), name, passed: fc.nat(9), deleted: fc.boolean() }),
      fc.record({ kind: fc.constant('purge' as const), name }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(350_000) }),
      fc.record({ kind: fc.constant('read' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const { rows, table, write, clock } = world();
        for (const each of acts) {
          if (each.kind === 'write') write(each.name, each.passed, each.deleted);
          else if (each.kind === 'purge') table.delete(each.name);
          else if (each.kind === 'wait') clock.advance(each.ms);
          else await rows();
        }
        const live = [...table].filter(([, row]) => !row.deleted).map(([key, row]) => [key, row.passed]);
        expect(await shown(rows)).toEqual(Object.fromEntries(live));
      }),
    );
  });
});
