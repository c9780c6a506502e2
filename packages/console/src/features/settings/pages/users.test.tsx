import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answering, openConsole } from '../testing.tsx';

const ADDRESS = '/settings/users';
const ADA = {
  id: 'u1',
  traits: { email: 'ada@example.com', name: { first: 'Ada', last: 'L' } },
  state: 'active',
  state_changed_at: null,
  created_at: '2026-01-01T00:00:00',
  updated_at: '2026-01-01T00:00:00',
};
const BOB = { ...ADA, id: 'u2', traits: { email: 'bob@example.com', name: { first: 'Bob', last: 'B' } } };
const CAT = { ...ADA, id: 'u3', traits: { email: 'cat@example.com' }, state: 'inactive' };
const ROLES = [
  { id: 'u1', name: 'Ada L', email: 'ada@example.com', roles: ['admin'] },
  { id: 'u2', name: 'Bob B', email: 'bob@example.com', roles: ['editor', 'viewer'] },
];
const PEOPLE = [
  { id: 'u1', avatar: null, last_login: '2026-01-02T00:00:00Z' },
  { id: 'u2', avatar: null, last_login: null },
];

const problem = (status: number, code: string, error = 'refused') =>
  new Response(JSON.stringify({ code, error, message: error }), { status });
const done = (body: unknown = {}) => new Response(JSON.stringify(body));

function open(answer: Answering = () => undefined, roles?: string[], address = ADDRESS) {
  return openConsole(
    address,
    (asked) => {
      const own = answer(asked);
      if (own !== undefined) return own;
      if (asked.method !== 'GET') return done();
      return { identities: [BOB, ADA, CAT], people_roles: ROLES, people: PEOPLE }[asked.table];
    },
    roles,
  );
}

const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const acts = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};
const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => vi.restoreAllMocks());

describe('the list of users', () => {
  it('asks as the contract says, and shows who is who', async () => {
    const { asked } = open();
    const ada = await rowOf(/Ada L/);
    expect(ada.textContent).toContain('you');
    expect(ada.textContent).toContain('admin');
    expect((await rowOf(/Bob B/)).textContent).toMatch(/editor.*viewer.*Active.*never/);
    expect((await rowOf(/cat@example.com/)).textContent).toMatch(/none.*Inactive/);
    const roles = asked.find(({ table }) => table === 'people_roles');
    expect(roles?.query.get('id')).toBe('in.(u2,u1,u3)');
    const names = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '');
    expect(names.findIndex((text) => text.includes('Ada'))).toBeLessThan(
      names.findIndex((text) => text.includes('Bob')),
    );
  });

  it('is empty, fails with a retry, or is refused', async () => {
    open(({ table }) => (table === 'identities' ? [] : undefined));
    await screen.findByText(/Nobody has an account yet/);
    cleanup();
    let answer: () => Response | object[] = () => problem(500, 'INTERNAL', 'the disk is full');
    open(({ table }) => (table === 'identities' ? answer() : undefined));
    await screen.findByText('the disk is full');
    answer = () => [ADA];
    await press('Retry');
    await rowOf(/Ada L/);
    cleanup();
    open(({ table }) => (table === 'identities' ? problem(403, 'ACCESS_DENIED') : undefined));
    await screen.findByText(/^Unauthorized - You do not have permission/);
    cleanup();
    open(undefined, ['viewer']);
    await screen.findByText(/^Unauthorized - You do not have permission/);
  });

  it('is searched and sorted by the address, and opens nobody for who only reads', async () => {
    const { search } = open(undefined, undefined, `${ADDRESS}?sortBy=email&sortOrder=desc&query=b%40`);
    await rowOf(/Bob B/);
    expect(screen.queryByRole('row', { name: /Ada/ })).toBeNull();
    cleanup();
    const reader = open(undefined, ['editor'], `${ADDRESS}?invite=true&user=u2`);
    await userEvent.click(await rowOf(/Bob B/));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Invite User' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
    expect(reader.written()).toEqual([]);
    expect(search()).toMatchObject({ sortBy: 'email', sortOrder: 'desc', query: 'b@' });
  });
});

it('there are none where people do not sign in with accounts of this server', async () => {
  for (const mode of ['standalone', 'hosted'] as const) {
    const { asked } = openConsole(ADDRESS, undefined, ['admin'], mode);
    await screen.findByText('There are no users here');
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
    expect(asked.filter(({ table }) => table === 'identities')).toEqual([]);
    cleanup();
  }
  open();
  await screen.findByRole('link', { name: 'Users' });
});

describe('an invitation', () => {
  it('says what is missing in the words of the contract, sends, and shows link and code to copy', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { written, search } = open(({ table }) =>
      table === '/api/auth/invite_user' ? done({ link: 'https://here/recovery?flow=1', code: '123456' }) : undefined,
    );
    await rowOf(/Ada L/);
    await press('Invite User');
    expect(search()).toMatchObject({ invite: 'true' });
    await userEvent.click(await screen.findByRole('button', { name: 'Invite user' }));
    for (const text of [
      'Please provide valid first name',
      'Please provide valid last name',
      'Please provide valid email',
      'Please select a role',
    ]) {
      await screen.findByText(text);
    }
    await userEvent.type(await field(/First name/), 'New');
    await userEvent.type(await field(/Last name/), 'Person');
    await userEvent.type(await field(/Email/), 'new@here');
    await screen.findByText('Entered value does not match email format');
    await userEvent.type(await field(/Email/), '.test');
    const role = screen.getByRole('combobox', { name: /Role/ });
    const offered = within(role)
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value);
    expect(offered.filter(Boolean)).toEqual(['admin', 'editor', 'viewer', 'guest', 'commander', 'responder']);
    await userEvent.selectOptions(role, 'responder');
    await press('Invite user');
    const shown = await screen.findByRole('dialog', { name: 'Invite Link' });
    expect(written()).toMatchObject([
      {
        table: '/api/auth/invite_user',
        body: { firstName: 'New', lastName: 'Person', email: 'new@here.test', role: 'responder' },
      },
    ]);
    within(shown).getByText(/^new@here.test is mailed both\./);
    within(shown).getByText('User has been invited successfully. Please share the link with the user.');
    expect(within(shown).getByLabelText<HTMLInputElement>('Code').value).toBe('123456');
    await userEvent.click(within(shown).getByRole('button', { name: 'Copy link' }));
    await screen.findByText('Link copied to clipboard');
    expect(copied).toHaveBeenCalledWith('https://here/recovery?flow=1');
    expect(search()).not.toHaveProperty('invite');
  });

  it('is a command of the palette for who may', async () => {
    const { search } = open();
    await rowOf(/Ada L/);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: /Find/ }), 'add person');
    await userEvent.click(await screen.findByRole('option', { name: /Invite User/ }));
    await screen.findByRole('dialog', { name: 'Invite User' });
    expect(search()).toMatchObject({ invite: 'true' });
  });

  it('that is refused keeps what was typed', async () => {
    open(
      ({ table }) => (table === '/api/auth/invite_user' ? problem(409, 'PERSON_EXISTS') : undefined),
      undefined,
      `${ADDRESS}?invite=true`,
    );
    await userEvent.type(await field(/First name/), 'New');
    await userEvent.type(await field(/Last name/), 'Person');
    await userEvent.type(await field(/Email/), 'bob@example.com');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Role/ }), 'viewer');
    await press('Invite user');
    await screen.findByText('Somebody with this address has an account already.');
    expect((await field(/Email/)).value).toBe('bob@example.com');
  });

  it('is sent again to who never signed in, by the same role', async () => {
    const { written } = open(({ table }) =>
      table === '/api/auth/invite_user' ? done({ link: 'https://here/x', code: '654321', mailed: false }) : undefined,
    );
    expect(await acts('Bob B')).toEqual(['Edit User', 'Send invitation again', 'Deactivate', 'Delete']);
    await choose('Send invitation again');
    const shown = await screen.findByRole('dialog', { name: 'Invite Link' });
    within(shown).getByText(/^Nothing is mailed to bob@example.com\./);
    expect(written()[0]?.body).toEqual({ firstName: 'Bob', lastName: 'B', email: 'bob@example.com', role: 'editor' });
  });
});

describe('a user', () => {
  it('is edited by a press on the row; several roles stay until another is chosen', async () => {
    const { written } = open(({ table }) =>
      table === '/api/people/update'
        ? done({ email: 'bob@example.com', name: { first: 'Robert', last: 'B' } })
        : undefined,
    );
    await userEvent.click(await rowOf(/Bob B/));
    const first = await field(/First name/);
    await userEvent.clear(first);
    await userEvent.type(first, 'Robert');
    await press('Update');
    await screen.findByText('Robert B updated successfully');
    expect(written()[0]?.body).toEqual({ id: 'u2', firstName: 'Robert', lastName: 'B', email: 'bob@example.com' });
    await userEvent.click(await rowOf(/Bob B/));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: /Role/ }), 'guest');
    await press('Update');
    await waitFor(() => expect(written().at(-1)?.body).toMatchObject({ id: 'u2', role: 'guest' }));
  });

  it('does not take the own role, state or account', async () => {
    open();
    expect(await acts('Ada L')).toEqual(['Edit User']);
    await choose('Edit User');
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: /Role/ })).disabled).toBe(true);
  });

  it('is deactivated after a question, and let in again without', async () => {
    const { written } = open();
    await acts('Bob B');
    await choose('Deactivate');
    const question = await screen.findByRole('dialog', { name: 'Deactivate Bob B?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Deactivate' }));
    await screen.findByText('Bob B was deactivated');
    expect(await acts('cat@example.com')).toEqual(['Edit User', 'Reactivate', 'Delete']);
    await choose('Reactivate');
    await screen.findByText('cat@example.com can sign in again');
    expect(written().map(({ body }) => body)).toEqual([
      { id: 'u2', active: false },
      { id: 'u3', active: true },
    ]);
  });

  it('is deleted after a question that names them', async () => {
    const { written } = open();
    await acts('Bob B');
    await choose('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete User ?' });
    expect(question.textContent).toContain('Are you sure you want to delete this user ?');
    expect(question.textContent).toContain('bob@example.com');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('user deleted successfully');
    expect(written()).toMatchObject([{ method: 'DELETE', table: '/api/people/u2' }]);
  });

  it('who is the last administrator stays, and the refusal says what to do', async () => {
    open(({ method }) => (method === 'DELETE' ? problem(409, 'LAST_ADMIN') : undefined));
    await acts('Bob B');
    await choose('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete User ?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await within(question).findByText(/Make somebody else an administrator first/);
  });
});

describe('after a while', () => {
  const FLOW = {
    id: 'f1',
    type: 'browser',
    state: 'choose_method',
    refresh: true,
    ui: {
      action: '',
      method: 'POST',
      nodes: [
        {
          type: 'input',
          group: 'password',
          attributes: { node_type: 'input', name: 'password', type: 'password', required: true, disabled: false },
          messages: [],
          meta: { label: { id: 1070001, type: 'info', text: 'Password' } },
        },
        {
          type: 'input',
          group: 'password',
          attributes: { node_type: 'input', name: 'method', type: 'submit', value: 'password', disabled: false },
          messages: [],
          meta: { label: { id: 1010001, type: 'info', text: 'Confirm' } },
        },
      ],
    },
  };

  it('an administrator confirms who they are, and what was asked for goes on', async () => {
    let isProven = false;
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.includes('/browser')) return done(FLOW);
      isProven = true;
      return done({ session: {} });
    });
    const { written } = open(({ method }) => {
      if (method !== 'DELETE') return undefined;
      return isProven ? done() : problem(403, 'SESSION_REFRESH_REQUIRED');
    });
    await acts('Bob B');
    await choose('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete User ?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    const proof = await screen.findByRole('dialog', { name: 'Confirm Action' });
    await userEvent.type(await within(proof).findByLabelText('Password'), 'secret');
    await userEvent.click(within(proof).getByRole('button', { name: 'Confirm' }));
    await screen.findByText('user deleted successfully');
    expect(written().filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });

  it('who does not confirm is told that nothing changed', async () => {
    vi.stubGlobal('fetch', async () => done(FLOW));
    open(({ method }) => (method === 'DELETE' ? problem(403, 'SESSION_REFRESH_REQUIRED') : undefined));
    await acts('Bob B');
    await choose('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete User ?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    const proof = await screen.findByRole('dialog', { name: 'Confirm Action' });
    await userEvent.click(within(proof).getByRole('button', { name: 'Close' }));
    await within(question).findByText(/you did not confirm who you are/);
  });
});
