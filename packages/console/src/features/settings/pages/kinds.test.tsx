import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answering, openConsole, refusedSpec } from '../testing.tsx';

const STORED = {
  id: 'c1',
  name: 'ports',
  namespace: 'default',
  labels: { team: 'a' },
  source: 'UI',
  spec: {
    tcp: [
      { name: 'first', endpoint: 'a:1', ownKey: 7 },
      { name: 'second', endpoint: 'b:2' },
    ],
    schedule: '@every 1m',
    unknownKey: { kept: true },
  },
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  deleted_at: null,
};
const answer: Answering = ({ table, method }) =>
  table === 'canaries' || (table === 'canaries_with_status' && method === 'GET') ? [STORED] : undefined;

const dialog = () => screen.findByRole('dialog', { name: 'Add Health Check' });
const field = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}\\b`) });
const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name\b/ });

describe('a new health check', () => {
  it('begins with the choice of a kind, and goes back to it', async () => {
    const { search } = openConsole('/settings/canaries', answer);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Health Check' }));
    const list = await within(await dialog()).findByRole('list', { name: 'Kinds of health checks' });
    const kinds = within(list).getAllByRole('button');
    expect(kinds.map((kind) => kind.querySelector('b')?.textContent)).toEqual([
      'Alert Manager',
      'Custom',
      'SQL Query',
      'TCP',
    ]);
    expect(search()).toEqual({ add: 'true' });
    kinds.at(-1)?.focus();
    await userEvent.keyboard('{Enter}');
    await field('URL');
    expect(search()).toEqual({ add: 'tcp' });
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByRole('list', { name: 'Kinds of health checks' });
  });

  it('names its check after itself until that has a name of its own, and is sent whole', async () => {
    const { written } = openConsole('/settings/canaries?add=tcp', answer);
    await field('URL');
    const [name, checkName] = names();
    await userEvent.type(name as HTMLElement, 'port');
    expect(checkName?.value).toBe('port');
    await userEvent.type(checkName as HTMLElement, '-one');
    await userEvent.type(name as HTMLElement, 's');
    expect(checkName?.value).toBe('port-one');
    await userEvent.type(await field('URL'), 'a.test:1');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('ports added successfully');
    expect(written().map(({ method, body }) => [method, body])).toEqual([
      [
        'POST',
        {
          name: 'ports',
          namespace: 'default',
          labels: {},
          source: 'UI',
          spec: { schedule: '@every 1m', tcp: [{ name: 'port-one', endpoint: 'a.test:1' }] },
        },
      ],
    ]);
  });

  it('says what is missing at the field and sends nothing', async () => {
    const { written } = openConsole('/settings/canaries?add=tcp', answer);
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('This field is required')).toHaveLength(3);
    expect(document.activeElement).toBe(names()[0]);
    expect(written()).toEqual([]);
  });

  it('says at its name that there is one of it already', async () => {
    openConsole('/settings/canaries?add=tcp', (asked) =>
      asked.method === 'POST'
        ? new Response(JSON.stringify({ code: '23505', message: 'duplicate key value', details: null }), {
            status: 409,
          })
        : answer(asked),
    );
    await userEvent.type((await field('URL')) as HTMLElement, 'a:1');
    await userEvent.type(names()[0] as HTMLElement, 'ports{Enter}');
    await screen.findByText('There is one of this name already');
    await waitFor(() => expect(document.activeElement).toBe(names()[0]));
    expect(names()[0]?.value).toBe('ports');
  });

  it('is not closed unasked once something was typed', async () => {
    const { search } = openConsole('/settings/canaries?add=tcp', answer);
    await userEvent.type(await field('URL'), 'a:1');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
    expect((await field('URL')).value).toBe('a:1');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
        name: 'Leave',
      }),
    );
    await waitFor(() => expect(search()).toEqual({ add: 'true' }));
  });

  it('of a kind without fields is written as code alone', async () => {
    openConsole('/settings/canaries?add=sql', answer);
    await screen.findByRole('textbox', { name: 'Spec' });
    expect(screen.queryByRole('tab', { name: 'Form' })).toBeNull();
    expect(names()).toHaveLength(1);
  });

  it('can be written as any spec while the kinds cannot be read', async () => {
    openConsole('/settings/canaries?add=true', (asked) =>
      asked.table === 'forms' ? new Response('{"error":"no forms"}', { status: 500 }) : answer(asked),
    );
    await screen.findByText('The kinds could not be loaded', {}, { timeout: 5000 });
    await userEvent.click(screen.getByRole('button', { name: /^Custom/ }));
    await screen.findByRole('textbox', { name: 'Spec' });
  });
});

describe('a stored health check', () => {
  it('opens in its kind, says what else it holds, and loses nothing', async () => {
    const { written } = openConsole('/settings/canaries/c1', answer);
    const url = await field('URL');
    expect(url.value).toBe('a:1');
    await screen.findByText(/^One more check stands in this spec/);
    expect(names().map(({ value, readOnly }) => [value, readOnly])).toEqual([
      ['ports', true],
      ['first', false],
    ]);
    await userEvent.clear(url);
    await userEvent.type(url, 'c:3');
    await userEvent.click(screen.getByRole('button', { name: 'Update' }));
    await screen.findByText('ports updated successfully');
    expect(written().at(-1)?.body.spec).toEqual({
      ...STORED.spec,
      tcp: [{ ...STORED.spec.tcp[0], endpoint: 'c:3' }, STORED.spec.tcp[1]],
    });
  });

  it('opens as code by the address, and both ways show the same', async () => {
    const { search } = openConsole('/settings/canaries/c1?editor=code', answer);
    const text = await screen.findByRole('textbox', { name: 'Document' });
    await waitFor(() => expect(text.textContent).toContain('unknownKey'));
    await userEvent.click(screen.getByRole('tab', { name: 'Form' }));
    const url = await field('URL');
    expect(search()).toEqual({});
    await userEvent.clear(url);
    await userEvent.type(url, 'd:4');
    await userEvent.click(screen.getByRole('tab', { name: 'Code' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Document' }).textContent).toContain('d:4'));
    expect(search()).toEqual({ editor: 'code' });
  });

  it('shows what the server refused at its field, and what has no field above them; what was typed stays', async () => {
    openConsole('/settings/canaries/c1', (asked) =>
      asked.method === 'GET'
        ? answer(asked)
        : refusedSpec([
            { field: 'spec.tcp[0].endpoint', message: 'expected host:port' },
            { field: 'spec.tcp[1].endpoint', message: 'expected a text' },
          ]),
    );
    const url = await field('URL');
    await userEvent.type(url, 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Update' }));
    await screen.findByText('expected host:port');
    await screen.findByText('spec.tcp.1.endpoint: expected a text');
    await waitFor(() => expect(document.activeElement).toBe(url));
    expect(url.value).toBe('a:1x');
    await userEvent.type(url, 'y');
    expect(screen.queryByText('expected host:port')).toBeNull();
  });

  it('that a file keeps is shown as it is, without forms', async () => {
    openConsole('/settings/canaries/c1', ({ table }) =>
      table === 'canaries' ? [{ ...STORED, source: 'ports.yaml' }] : undefined,
    );
    await screen.findByText(/^Linked to local file/);
    expect(screen.queryByRole('tab', { name: 'Form' })).toBeNull();
    await screen.findByRole('textbox', { name: 'Spec' });
  });

  it('is deleted without a second question although something was typed', async () => {
    const { router, written } = openConsole('/settings/canaries/c1', answer);
    await userEvent.type(await field('URL'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete resource' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/canaries'));
    expect(written().map(({ body }) => body)).toEqual([{ deleted_at: 'now()' }]);
  });

  it('is only shown to those who may not write it', async () => {
    openConsole('/settings/canaries/c1', answer, ['viewer']);
    expect((await field('URL')).readOnly).toBe(true);
    for (const name of ['Update', 'Delete', 'Cancel']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('is not left for its jobs unasked once something was typed', async () => {
    openConsole('/settings/canaries/c1', answer);
    await userEvent.type(await field('URL'), 'x');
    await userEvent.click(screen.getByRole('tab', { name: 'Job History' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
  });
});
