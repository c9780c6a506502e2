import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answering, openConsole } from '../testing.tsx';
import { PERMISSION_ID, permission } from '../testing-permission.ts';

const CONNECTION = '0199bbbb-0000-7000-8000-00000000000c';
const TEAM = '0199bbbb-0000-7000-8000-00000000000d';
const ROWS = [
  permission({
    subject_type: 'person',
    subject: 'p1',
    person: { id: 'p1', name: 'Ana Lima' },
    connection_id: CONNECTION,
    connection: { id: CONNECTION, name: 'ledger-db' },
    description: 'on call',
    created_by: { id: 'p2', name: 'Bo', avatar: null, email: null },
  }),
  permission({ id: 'deny', object: 'catalog', action: '*', deny: true, tags: { team: 'red' }, subject: 'guest' }),
];

const answer: Answering = ({ table, query, method }) => {
  if (table === 'permissions_summary') {
    const id = query.get('id')?.replace('eq.', '');
    return id === undefined ? ROWS : ROWS.filter((row) => row.id === id);
  }
  if (table === 'permissions' && method !== 'GET') return [ROWS[0] as object];
  if (table === 'teams') return [{ id: TEAM, name: 'Red' }];
  return undefined;
};

const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const take = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${option}`) }));
};

describe('the list of permissions', () => {
  it('is empty, fails with a retry, or is refused', async () => {
    openConsole('/settings/permissions');
    await screen.findByText(/No rule is set/);
    cleanup();
    let answered: () => Response | object[] = () => new Response('{"error":"the disk is full"}', { status: 500 });
    openConsole('/settings/permissions', ({ table }) => (table === 'permissions_summary' ? answered() : undefined));
    await screen.findByText('the disk is full');
    answered = () => [];
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText(/No rule is set/);
    cleanup();
    const denied = () => new Response('unauthorized. Access Denied', { status: 403 });
    openConsole('/settings/permissions', ({ table }) => (table === 'permissions_summary' ? denied() : undefined));
    await screen.findByText(/^Unauthorized - You do not have permission/);
  });

  it('says each rule whole, and asks as the contract says', async () => {
    const { asked } = openConsole('/settings/permissions', answer);
    const first = await rowOf(/Allow Read on ledger-db for Ana Lima/);
    expect(first.textContent).toContain('on call');
    const second = await rowOf(/Deny All on Catalog for guest/);
    expect(within(second).getByText('Deny')).toBeTruthy();
    expect(within(second).getByText('{"tags":{"team":"red"}}')).toBeTruthy();
    expect(Object.fromEntries(asked.find(({ table }) => table === 'permissions_summary')?.query ?? [])).toEqual({
      select: '*,created_by(id,name,avatar,email)',
      deleted_at: 'is.null',
      order: 'created_at.desc.nullslast,id.asc',
      limit: '100',
      offset: '0',
    });
  });

  it('is narrowed by the address, and by the filters into it', async () => {
    const { asked, search } = openConsole(`/settings/permissions?connection_id=${CONNECTION}&effect=deny`, answer);
    await rowOf(/Ana Lima/);
    const first = asked.find(({ table }) => table === 'permissions_summary')?.query;
    expect([first?.get('connection_id'), first?.get('deny')]).toEqual([`eq.${CONNECTION}`, 'is.true']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Connection' }));
    await userEvent.click(screen.getByRole('button', { name: 'Subject All' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Team' }));
    await waitFor(() => expect(search()).toEqual({ effect: 'deny', subject_type: 'team' }));
    await userEvent.type(screen.getByLabelText('Search permissions'), 'led(ger{Enter}');
    await waitFor(() => expect(asked.at(-1)?.query.get('or')).toContain('description.ilike.*led ger*'));
  });
});

describe('the dialog of a permission', () => {
  it('adds one, with nothing of what was chosen before', async () => {
    const { written, search } = openConsole('/settings/permissions', answer);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Permission' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Permission' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Save' }));
    expect(await within(dialog).findAllByText('This field is required')).toHaveLength(3);
    const resources = within(dialog).getByRole('tablist', { name: 'Resource' });
    await userEvent.click(within(resources).getByRole('tab', { name: 'Global' }));
    await take('Object', 'Catalog');
    await take('Team', 'Red');
    await take('Action', 'Read');
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Deny' }));
    await userEvent.type(within(dialog).getByLabelText('Description'), 'not theirs');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Permission added');
    expect(written()).toHaveLength(1);
    expect(written()[0]?.body).toEqual({
      action: 'read',
      agents: null,
      canary_id: null,
      component_id: null,
      config_id: null,
      connection_id: null,
      deny: true,
      description: 'not theirs',
      notification_id: null,
      object: 'catalog',
      object_selector: null,
      person_id: null,
      playbook_id: null,
      source: 'UI',
      subject: TEAM,
      subject_type: 'team',
      tags: null,
      team_id: TEAM,
      until: null,
    });
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('changes a stored one, whose resource stays', async () => {
    const { written } = openConsole(`/settings/permissions?permission=${PERMISSION_ID}`, answer);
    const dialog = await screen.findByRole('dialog', { name: 'Edit Permission' });
    expect(within(dialog).getByText('Connection: ledger-db')).toBeTruthy();
    expect(within(dialog).queryByRole('tab', { name: 'Catalog' })).toBeNull();
    await take('Action', 'Update');
    await userEvent.type(within(dialog).getByLabelText('Until'), '2027-01-02T03:04');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Permission updated');
    const until = new Date('2027-01-02T03:04').toISOString();
    expect(written().at(-1)).toMatchObject({
      method: 'PATCH',
      body: { action: 'update', until, connection_id: CONNECTION },
    });
    expect(written().at(-1)?.query.get('id')).toBe(`eq.${PERMISSION_ID}`);
  });

  it('asks once before it deletes', async () => {
    const { written, search } = openConsole(`/settings/permissions?permission=${PERMISSION_ID}`, answer);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete Permission' });
    expect(question.textContent).toContain('Are you sure you want to delete the permission?');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Permission deleted');
    expect(written().map(({ method }) => method)).toEqual(['DELETE']);
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('puts what the server refused at its field, and keeps what was typed', async () => {
    const refused = () => {
      const body = { code: '22023', message: 'action: "fly" is not accepted', details: 'field action', hint: null };
      return new Response(JSON.stringify(body), { status: 400 });
    };
    openConsole(`/settings/permissions?permission=${PERMISSION_ID}`, (asked) =>
      asked.table === 'permissions' ? refused() : answer(asked),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Edit Permission' });
    const action = within(dialog).getByRole('combobox', { name: 'Action' });
    await userEvent.clear(action);
    await userEvent.type(action, 'fly{Enter}');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('action: "fly" is not accepted');
    expect((action as HTMLInputElement).value).toBe('fly');
  });

  it('only shows what a document keeps, and to whom may not write', async () => {
    const kept = permission({ source: 'KubernetesCRD', namespace: 'ops', name: 'readers', object: 'catalog' });
    const rows: Answering = ({ table }) => (table === 'permissions_summary' ? [kept] : undefined);
    openConsole(`/settings/permissions?permission=${PERMISSION_ID}`, rows);
    const dialog = await screen.findByRole('dialog', { name: 'Permission' });
    expect(within(dialog).getByText('CRD linked to ops/readers')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    cleanup();
    openConsole(`/settings/permissions?permission=${PERMISSION_ID}`, answer, ['viewer']);
    const shown = await screen.findByRole('dialog', { name: 'Permission' });
    expect(within(shown).queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add Permission' })).toBeNull();
  });
});
