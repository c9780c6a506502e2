import { describe, expect, it, vi } from 'vitest';
import { createOrganizationFetch, type DirectTarget } from './organization-fetch.ts';

const answer = (org: string | null, status = 200, body: unknown = {}) =>
  new Response(JSON.stringify(body), { status, headers: org === null ? {} : { 'x-org-id': org } });

function setUp(answers: (path: string) => Response) {
  const sent: { path: string; org: string | null }[] = [];
  const reload = vi.fn();
  const directly = vi.fn(async (path: string) => new Response(`direct ${path}`));
  const loadDirect = vi.fn(async (_target: DirectTarget) => directly);
  const send = createOrganizationFetch({
    fetch: async (path, init) => {
      sent.push({ path, org: new Headers(init?.headers).get('x-org-id') });
      return answers(path);
    },
    reload,
    loadDirect,
  });
  return { send, sent, reload, loadDirect, directly };
}

describe('the way to the server', () => {
  it('adds nothing where no organisation is named', async () => {
    const { send, sent } = setUp(() => answer(null));
    await send('/api/a');
    await send('/api/b');
    expect(sent.map(({ org }) => org)).toEqual([null, null]);
  });

  it('names the organisation that the first answer named', async () => {
    const { send, sent } = setUp(() => answer('o1'));
    await send('/api/a', { headers: { accept: 'x' } });
    await send('/api/b');
    await send('/cp/orgs');
    await send('/api/bootstrap');
    expect(sent.map(({ org }) => org)).toEqual([null, 'o1', null, null]);
  });

  it('takes none from an answer that knows of none', async () => {
    const { send, sent } = setUp(() => answer('', 401));
    expect((await send('/api/a')).status).toBe(401);
    await send('/api/b');
    expect(sent.map(({ org }) => org)).toEqual([null, null]);
  });

  it('opens the page anew when the session moved on, and gives it no answer of the other', async () => {
    let org = 'o1';
    const { send, reload } = setUp((path) =>
      path === '/api/refused' ? answer('', 409, { code: 'ORGANIZATION_SWITCHED' }) : answer(org),
    );
    await send('/api/a');
    org = 'o2';
    const settled = vi.fn();
    void send('/api/b').then(settled, settled);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    void send('/api/refused').then(settled, settled);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
    expect(settled).not.toHaveBeenCalled();
  });

  it('calls the backend itself where it is told to, from the call on that was told', async () => {
    const details = { organization_id: 'o1', backend_url: 'https://b.example/api' };
    const { send, sent, loadDirect } = setUp(() => answer('o1', 409, { code: 'ORGANIZATION_DIRECT', details }));
    const answers = await Promise.all([send('/api/a'), send('/api/b')]);
    expect(await Promise.all(answers.map((one) => one.text()))).toEqual(['direct /api/a', 'direct /api/b']);
    expect(loadDirect.mock.calls).toEqual([[details]]);
    await send('/api/c');
    expect(sent.map(({ path }) => path)).toEqual(['/api/a', '/api/b']);
  });

  it('hands other conflicts on', async () => {
    const { send } = setUp(() => answer('o1', 409, { code: 'LAST_ADMIN' }));
    expect(await (await send('/api/a')).json()).toEqual({ code: 'LAST_ADMIN' });
    const broken = setUp(() => answer('o1', 409, { code: 'ORGANIZATION_DIRECT', details: { backend_url: 1 } }));
    expect((await broken.send('/api/a')).status).toBe(409);
  });
});
