import type { Flow, FlowNode } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOf, initialValues, isButton, labelOf, sharedNodes, submittedValues } from './form-nodes.ts';
import { mayRestart, type ReactionContext, reactTo } from './reaction.ts';
import { safeTarget } from './safe-target.ts';

const ORIGIN = 'https://console.example';

describe('a place to go to', () => {
  it.each([
    ['/health?a=b#c', '/health?a=b#c'],
    ['https://console.example/x', '/x'],
    [undefined, '/'],
    ['', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['https://console.example@evil.example', '/'],
    ['https://user@console.example/', '/'],
    ['/login?return_to=/', '/'],
  ])('%s leads to %s', (text, expected) => {
    expect(safeTarget(text, ORIGIN)).toBe(expected);
  });

  it('may be a page of the sign-in when the server names it', () => {
    expect(safeTarget('/login?aal=aal2', ORIGIN, { allowSignIn: true })).toBe('/login?aal=aal2');
  });

  it('is never another origin, whatever was written', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      ':',
      '@',
      '.',
      '?',
      '#',
      'https',
      'evil.example',
      'console.example',
      '\t',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const target = safeTarget(parts.join(''), ORIGIN);
        expect(new URL(target, ORIGIN).origin).toBe(ORIGIN);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a refusal', () => {
  const context: ReactionContext = { flow: 'login', origin: ORIGIN, here: '/login?flow=1', returnTo: '/health' };
  const react = (failure: Partial<Parameters<typeof reactTo>[0]>, more: Partial<ReactionContext> = {}) =>
    reactTo({ status: 400, message: 'no', ...failure }, { ...context, ...more });

  it.each([
    [{ id: 'session_already_available' as const }, { kind: 'go', to: '/' }],
    [
      { id: 'session_aal2_required' as const, status: 403 },
      { kind: 'go', to: '/login?aal=aal2&return_to=%2Fhealth' },
    ],
    [
      { id: 'session_aal2_required' as const, redirectTo: `${ORIGIN}/api/.ory/self-service/login/browser?aal=aal2` },
      { kind: 'go', to: '/api/.ory/self-service/login/browser?aal=aal2' },
    ],
    [
      { id: 'browser_location_change_required' as const, redirectTo: 'https://evil.example/' },
      { kind: 'go', to: '/' },
    ],
    [
      { id: 'session_refresh_required' as const },
      { kind: 'go', to: '/login?refresh=true&return_to=%2Flogin%3Fflow%3D1' },
    ],
    [
      { id: 'session_inactive' as const, status: 401 },
      { kind: 'go', to: '/login?return_to=%2Fhealth' },
    ],
    [{ status: 404 }, { kind: 'restart', keepsReturnTo: true }],
    [{ status: 410 }, { kind: 'restart', keepsReturnTo: true }],
    [
      { id: 'security_identity_mismatch' as const, status: 403 },
      { kind: 'restart', keepsReturnTo: true },
    ],
    [
      { status: 429, retryAfter: 900 },
      { kind: 'tell', text: 'Too many attempts. Please try again in 15 minutes.' },
    ],
    [
      { status: 429, retryAfter: 30 },
      { kind: 'tell', text: 'Too many attempts. Please try again in 30 seconds.' },
    ],
    [
      { status: 500, message: 'Something went wrong' },
      { kind: 'tell', text: 'Something went wrong' },
    ],
    [
      { status: 0, message: 'Network Error. Please try again.' },
      { kind: 'tell', text: 'Network Error. Please try again.' },
    ],
  ])('%j', (failure, expected) => {
    expect(react(failure)).toEqual(expected);
  });

  it.each([
    ['self_service_flow_return_to_forbidden', 'The return_to address is not allowed.', false],
    ['self_service_flow_expired', 'Your interaction expired, please fill out the form again.', true],
    ['security_csrf_violation', 'A security violation was detected, please fill out the form again.', true],
  ] as const)('%s is told and begins anew', (id, toast, keepsReturnTo) => {
    expect(react({ id, status: 403 })).toEqual({ kind: 'restart', toast, keepsReturnTo });
  });

  it.each([
    ['https://id.acme.example/auth?state=x', 'https://id.acme.example/auth?state=x'],
    ['http://localhost:9000/auth', 'http://localhost:9000/auth'],
    ['javascript:alert(1)', '/'],
    ['https://console.example@evil.example/', '/'],
    [undefined, '/'],
  ])('leads to %s only after the button of a provider', (redirectTo, to) => {
    const failure = {
      id: 'browser_location_change_required' as const,
      status: 422,
      ...(redirectTo === undefined ? {} : { redirectTo }),
    };
    expect(react(failure, { leaves: true })).toEqual({ kind: 'go', to });
    expect(react(failure)).toEqual({ kind: 'go', to: '/' });
    const refresh = { ...failure, id: 'session_refresh_required' as const };
    expect(react(refresh, { leaves: true })).not.toEqual({ kind: 'go', to: redirectTo });
  });

  it('leads from the settings back to them', () => {
    const settings = { flow: 'settings' as const, here: '/profile-settings?flow=2' };
    expect(react({ id: 'session_inactive', status: 401 }, settings)).toEqual({
      kind: 'go',
      to: '/login?return_to=%2Fprofile-settings%3Fflow%3D2',
    });
  });

  it('begins anew three times in half a minute, then stops', () => {
    let times: number[] | null = [];
    for (let i = 0; i < 3; i += 1) times = mayRestart(times ?? [], 1000 * i);
    expect(times).toEqual([0, 1000, 2000]);
    expect(mayRestart(times ?? [], 3000)).toBeNull();
    expect(mayRestart(times ?? [], 31_000)).toEqual([2000, 31_000]);
  });
});

describe('a form', () => {
  const node = (group: FlowNode['group'], name: string, type: string, more: object = {}): FlowNode =>
    ({
      type: 'input',
      group,
      attributes: { node_type: 'input', name, type, disabled: false, ...more },
      messages: [],
      meta: { label: { id: 1, type: 'info', text: `label of ${name}` } },
    }) as FlowNode; // types of inputs are given as texts here
  const nodes = [
    node('default', 'csrf_token', 'hidden', { value: 'token' }),
    node('code', 'code', 'text'),
    node('code', 'method', 'hidden', { value: 'code' }),
    node('code', 'method', 'submit', { value: 'code' }),
    node('code', 'email', 'submit', { value: 'a@b.c' }),
    node('profile', 'agrees', 'checkbox', { value: true }),
  ];
  const flow = { ui: { nodes } } as Flow; // the rest is not looked at

  it('is made of groups, and of what all of them share', () => {
    expect(groupsOf(flow).map(({ group }) => group)).toEqual(['code', 'profile']);
    expect(sharedNodes(flow).map(labelOf)).toEqual(['label of csrf_token']);
    expect(nodes.filter(isButton).map(labelOf)).toEqual(['label of method', 'label of email']);
  });

  it('begins with what the server says; what it does not say is empty', () => {
    expect(initialValues(nodes)).toEqual({ csrf_token: 'token', code: '', method: 'code', agrees: true });
  });

  it('sends its fields with the button of its method, and nothing typed with another', () => {
    const values = { ...initialValues(nodes), code: '123456' };
    expect(submittedValues(nodes, values, { name: 'method', value: 'code' })).toEqual({
      csrf_token: 'token',
      code: '123456',
      agrees: true,
      method: 'code',
    });
    expect(submittedValues(nodes, values, { name: 'email', value: 'a@b.c' })).toEqual({
      csrf_token: 'token',
      email: 'a@b.c',
    });
    expect(submittedValues(nodes, values, null)).toMatchObject({ method: 'code', code: '123456' });
  });
});
