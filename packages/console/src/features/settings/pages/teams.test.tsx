import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answering, openConsole } from '../testing.tsx';

const person = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.com`,
  avatar: null,
  type: null,
  deleted_at: null,
  ...more,
});
const ADA = person('p1', 'Ada');
const BOB = person('p2', 'Bob');
const CAT = person('p3', 'Cat');
const GONE = person('p4', 'Gone', { deleted_at: '2026-01-01T00:00:00Z' });
const TEAM = {
  id: 't1',
  name: 'night',
  icon: 'group',
  spec: {},
  source: 'UI',
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  deleted_at: null,
};
const memberOf = (one: object) => ({ team_id: 't1', person_id: one });

function open(address: string, answer: Answering = () => undefined, roles?: string[]) {
  return openConsole(
    address,
    (asked) => {
      const own = answer(asked);
      if (own !== undefined) return own;
      if (asked.method !== 'GET') return [{ ...TEAM, ...asked.body }];
      return {
        teams: [TEAM],
        teams_with_status: [{ ...TEAM, members: [ADA, GONE].map((one) => ({ person: one })) }],
        team_members: [BOB, ADA, GONE].map(memberOf),
        people: [
          ADA,
          BOB,
          CAT,
          person('p5', 'Ada (Token)', { type: 'access_token' }),
          person('p6', 'System', { email: null }),
        ],
      }[asked.table];
    },
    roles,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of teams', () => {
  it('shows who is in each, without those who left', async () => {
    const { asked } = open('/settings/teams');
    const row = await screen.findByRole('row', { name: /night/ });
    expect(within(row).getByRole('group', { name: 'Members of night' }).textContent).toBe('A');
    expect(asked.find(({ table }) => table === 'teams_with_status')?.query.get('select')).toContain(
      'members:team_members',
    );
  });

  it('adds one with its name, icon and spec', async () => {
    const { written } = open('/settings/teams');
    await screen.findByRole('row', { name: /night/ });
    await press('Add Teams');
    await userEvent.type(await screen.findByLabelText(/^Name\b/), 'day');
    await press('Save');
    await screen.findByText('day added successfully');
    expect(written()[0]).toMatchObject({
      table: 'teams',
      body: { name: 'day', icon: 'group', source: 'UI', spec: {} },
    });
  });

  it('says so when there is one of the name already', async () => {
    open('/settings/teams?add=true', ({ method }) =>
      method === 'POST' ? new Response(JSON.stringify({ code: '23505', message: 'x' }), { status: 409 }) : undefined,
    );
    await userEvent.type(await screen.findByLabelText(/^Name\b/), 'night');
    await press('Save');
    await screen.findByText('There is one of this name already');
  });
});

describe('a team', () => {
  it('that a document keeps has no buttons, and says who keeps it', async () => {
    open('/settings/teams/t1', ({ table }) => (table === 'teams' ? [{ ...TEAM, source: 'KubernetesCRD' }] : undefined));
    await screen.findByText('CRD linked to night');
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('is deleted after a question', async () => {
    const { written, router } = open('/settings/teams/t1');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete resource' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Teams deleted successfully');
    expect(written()[0]).toMatchObject({ table: 'teams', body: { deleted_at: 'now()' } });
    expect(router.state.location.pathname).toBe('/settings/teams');
  });

  it('has its jobs and members behind tabs of the address', async () => {
    const { search, asked } = open('/settings/teams/t1');
    await userEvent.click(await screen.findByRole('tab', { name: 'Job History' }));
    await waitFor(() =>
      expect(asked.find(({ table }) => table === 'job_histories')?.query.get('resource_type')).toBe('eq.team'),
    );
    await userEvent.click(screen.getByRole('tab', { name: 'Members' }));
    await screen.findByRole('list', { name: 'Members of night' });
    expect(search()).toEqual({ tab: 'members' });
  });
});

describe('the members of a team', () => {
  const ADDRESS = '/settings/teams/t1?tab=members';
  const names = () =>
    within(screen.getByRole('list', { name: 'Members of night' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/^\w(?=[A-Z])/, ''));

  it('are those who are still there, by name', async () => {
    const { asked } = open(ADDRESS);
    await screen.findByRole('list', { name: 'Members of night' });
    expect(names()).toEqual(['Adaada@example.com', 'Bobbob@example.com']);
    expect(Object.fromEntries(asked.find(({ table }) => table === 'team_members')?.query ?? [])).toEqual({
      select: '*,person_id(*)',
      team_id: 'eq.t1',
    });
  });

  it('are added from everybody else', async () => {
    const { written } = open(ADDRESS);
    await screen.findByRole('list', { name: 'Members of night' });
    await press('Add Members');
    const dialog = await screen.findByRole('dialog', { name: 'Add users to the team' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await within(dialog).findByText('Choose somebody first');
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Users' }));
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Catcat@example.com']),
    );
    await userEvent.click(screen.getByRole('option', { name: /Cat/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await screen.findByText('Cat added to the team successfully');
    expect(written()[0]).toMatchObject({ table: 'team_members', body: [{ team_id: 't1', person_id: 'p3' }] });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leave this team alone, and come back by Undo', async () => {
    const { written } = open(ADDRESS, ({ method, table }) =>
      method === 'DELETE' && table === 'team_members' ? [memberOf(ADA)] : undefined,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Ada' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove user' }));
    await screen.findByText('Ada removed from team successfully');
    expect(Object.fromEntries(written()[0]?.query ?? [])).toMatchObject({ team_id: 'eq.t1', person_id: 'eq.p1' });
    // What the tests before this one said may still be on the screen.
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) ?? document.body);
    await screen.findByText('Ada is back');
    expect(written().at(-1)?.body).toEqual([{ team_id: 't1', person_id: 'p1' }]);
  });

  it('are none yet, fail with a retry, or are only shown to who may not write', async () => {
    open(ADDRESS, ({ table }) => (table === 'team_members' ? [] : undefined));
    await screen.findByText("You haven't added any team members to the team yet.");
    cleanup();
    let answer: () => Response | object[] = () =>
      new Response(JSON.stringify({ error: 'the disk is full' }), { status: 500 });
    open(ADDRESS, ({ table }) => (table === 'team_members' ? answer() : undefined));
    await screen.findByText('the disk is full');
    answer = () => [memberOf(BOB)];
    await press('Retry');
    await waitFor(() => expect(names()).toEqual(['Bobbob@example.com']));
    cleanup();
    open(ADDRESS, undefined, ['responder']);
    await screen.findByRole('list', { name: 'Members of night' });
    expect(screen.queryByRole('button', { name: 'Add Members' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
  });
});
