import { Toaster, toast } from '@quarterdeck/ui';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeApi } from '../testing/fake-api.ts';
import { useSoftDelete } from './acts.ts';
import { ConsoleContext } from './context.ts';
import { createDb } from './db.ts';
import { createHttp } from './http.ts';
import { createQueryClient } from './query-client.ts';

afterEach(cleanup);

const QUERY = (db: ReturnType<typeof createDb>) => db('canaries_with_status').select('id', 'name').count().options();

function List({ db }: { db: ReturnType<typeof createDb> }) {
  const list = useQuery(QUERY(db));
  const { mutate } = useSoftDelete({ table: 'canaries', lists: ['canaries_with_status'], noun: 'Canary' });
  return (
    <ul aria-label="Canaries">
      {list.data?.rows.map((row) => (
        <li key={row.id}>
          {row.name}
          <button type="button" onClick={() => mutate(row)}>
            Delete {row.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

function open(refuse: 'all' | 'undo' | 'gone' | 'none' = 'none') {
  const deleted = new Set<string>();
  const patches: unknown[] = [];
  const all = [
    { id: '1', name: 'ledger' },
    { id: '2', name: 'web' },
  ];
  const fetch = vi.fn(async (path: unknown, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return Response.json(all.filter(({ id }) => !deleted.has(id)));
    const id = /id=eq\.(\d)/.exec(String(path))?.[1] ?? '';
    const body = JSON.parse(String(init.body));
    patches.push(body);
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (refuse === 'all' || (refuse === 'undo' && body.deleted_at === null))
      return Response.json({ code: 'ACCESS_DENIED', error: 'no right' }, { status: 403 });
    if (body.deleted_at === null) deleted.delete(id);
    else deleted.add(id);
    return Response.json(refuse === 'gone' ? [] : [{ id }]);
  });
  const client = createQueryClient((id, text) => toast.error(text, { id }));
  const http = createHttp({ fetch: fetch as never, isOnline: () => true });
  const db = createDb(http);
  render(
    <QueryClientProvider client={client}>
      <ConsoleContext value={{ ...createFakeApi([]).services, http, db }}>
        <List db={db} />
        <Toaster />
      </ConsoleContext>
    </QueryClientProvider>,
  );
  const names = () => screen.getAllByRole('listitem').map((item) => item.firstChild?.textContent);
  return { names, patches };
}

describe('a soft delete', () => {
  it('takes the row out at once, says so, and brings it back by Undo', async () => {
    const { names, patches } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete ledger' }));
    expect(names()).toEqual(['web']);
    await userEvent.click(await screen.findByText('Undo'));
    await waitFor(() => expect(names()).toEqual(['ledger', 'web']));
    expect(patches).toEqual([{ deleted_at: 'now()' }, { deleted_at: null }]);
    expect(screen.getByText('ledger is back')).toBeTruthy();
  });

  it('puts the row back when the server refuses, with its words', async () => {
    const { names } = open('all');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete web' }));
    expect(names()).toEqual(['ledger']);
    await waitFor(() => expect(names()).toEqual(['ledger', 'web']));
    expect(screen.getByText('no right')).toBeTruthy();
    expect(screen.queryByText('Canary deleted successfully')).toBeNull();
  });

  it('says when the row could not be brought back, which then stays away', async () => {
    const { names } = open('undo');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete ledger' }));
    await userEvent.click(await screen.findByText('Undo'));
    expect(await screen.findByText('ledger could not be brought back: no right')).toBeTruthy();
    expect(names()).toEqual(['web']);
  });

  it('says when the row was gone already, and leaves it out', async () => {
    const { names } = open('gone');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete ledger' }));
    expect(await screen.findByText('It is not there any more')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['web']));
  });
});
