import type { WhyAnswer } from '@quarterdeck/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createDb } from '../../../data/db.ts';
import { createHttp } from '../../../data/http.ts';
import { createFakeApi } from '../../../testing/fake-api.ts';
import { openApp } from '../../../testing/open-app.tsx';

const ANA = { type: 'person', id: 'a', name: 'Ana' } as const;
const DENIED: WhyAnswer = {
  subject: ANA,
  object: 'catalog',
  resource: 'database',
  action: 'read',
  outcome: 'denied',
  reasons: [
    {
      kind: 'permission',
      id: 'p1',
      name: 'no red',
      effect: 'deny',
      decides: true,
      via: [ANA, { type: 'team', id: 't', name: 'Red' }],
      condition: 'config = c1',
      fits: true,
    },
    { kind: 'role', name: 'viewer', effect: 'allow', decides: false, via: [ANA] },
  ],
};

function open(address: string, answer: () => Response, roles = ['admin']) {
  const fake = createFakeApi([]);
  fake.api.roles = roles;
  const asked: URLSearchParams[] = [];
  const rest = fake.services.http;
  const fetch = async (path: string): Promise<Response> => {
    const url = new URL(path, 'http://localhost');
    if (url.pathname !== '/api/rbac/why') return new Response(JSON.stringify(await rest.get(path)));
    asked.push(url.searchParams);
    return answer();
  };
  const http = createHttp({ fetch: fetch as never, isOnline: () => true });
  const { search } = openApp(address, { fake: { ...fake, services: { ...fake.services, http, db: createDb(http) } } });
  return { asked, search };
}

const told = () => new Response(JSON.stringify(DENIED));

it('shows the rules in the order in which they decide, with a way to each', async () => {
  const { asked } = open('/why?resource=database&action=read&kind=config&item=c1', told);
  const answer = await screen.findByRole('region', { name: 'Answer' });
  expect(within(answer).getByRole('heading', { level: 2 }).textContent).toContain('Ana may not read Catalog');
  const deciding = within(within(answer).getByRole('list', { name: 'What decides' })).getAllByRole('listitem');
  expect(deciding.map(({ textContent }) => textContent)).toEqual([
    'DenyPermission no redAna, of team RedFits the item: config = c1',
  ]);
  expect(within(answer).getByRole('link', { name: 'Permission no red' }).getAttribute('href')).toBe(
    '/settings/permissions?permission=p1',
  );
  const others = within(answer).getByRole('list', { name: 'Without effect here' });
  expect(within(others).getByRole('listitem').textContent).toBe('AllowRole viewer');
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    object: 'catalog',
    resource: 'database',
    action: 'read',
    kind: 'config',
    item: 'c1',
  });
});

it('asks what is chosen, by keyboard alone, and keeps it in the address', async () => {
  const { asked, search } = open('/why', told);
  await screen.findByText('Who may do what?');
  await userEvent.selectOptions(screen.getByLabelText('Who'), 'Role');
  await userEvent.type(screen.getByRole('combobox', { name: 'Role' }), 'viewer{Enter}');
  await userEvent.type(screen.getByRole('combobox', { name: 'May' }), 'read{Enter}');
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByRole('combobox', { name: 'What' }), 'Connections{Enter}');
  await screen.findByRole('region', { name: 'Answer' });
  expect(search()).toEqual({
    subject_type: 'role',
    subject: 'viewer',
    object: 'connection',
    resource: 'connections',
    action: 'read',
  });
  await userEvent.selectOptions(screen.getByLabelText('Who'), 'I');
  await waitFor(() => expect(asked.at(-1)?.has('subject')).toBe(false));
});

it('lets who may not change roles ask about themselves alone', async () => {
  open('/why?resource=database&action=read', told, ['viewer']);
  await screen.findByRole('region', { name: 'Answer' });
  expect(screen.queryByLabelText('Who')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Permission no red' })).toBeTruthy();
});

it('says when nothing allows it, and when the server refuses or fails', async () => {
  let answer = new Response(JSON.stringify({ ...DENIED, reasons: [] }));
  open('/why?resource=database&action=read', () => answer);
  await screen.findByText(/No role and no rule allows it/);
  answer = new Response('{"code":"ACCESS_DENIED","error":"no"}', { status: 403 });
  await userEvent.selectOptions(screen.getByLabelText('Which'), 'Check');
  await userEvent.selectOptions(screen.getByLabelText('Which'), 'All');
  await userEvent.type(screen.getByRole('combobox', { name: 'May' }), 'delete{Enter}');
  await screen.findByText(/^Unauthorized - You do not have permission/);
  answer = new Response('{"error":"the disk is full"}', { status: 500 });
  const may = screen.getByRole('combobox', { name: 'May' });
  await userEvent.clear(may);
  await userEvent.type(may, 'create{Enter}');
  await screen.findByText('the disk is full');
});

it('is where the page of the unauthorized leads', async () => {
  open('/settings/permissions', told, ['nobody']);
  const link = await screen.findByRole('link', { name: 'Why?' });
  expect(link.getAttribute('href')).toBe('/why?resource=permissions&action=read');
  await userEvent.click(link);
  await screen.findByRole('region', { name: 'Answer' });
});
