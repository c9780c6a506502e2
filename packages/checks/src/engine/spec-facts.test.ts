import { expect, it } from 'vitest';
import { specFacts } from './spec-facts.ts';

it('tells secrets, the sources of secrets, and whether the last result is read', () => {
  const password = { valueFrom: { env: 'PASSWORD' } };
  const spec = {
    name: 'a',
    url: 'https://user:hush-hush@example.org/',
    password,
    test: { expr: 'code == last_result().duration' },
  };
  const facts = specFacts(spec);
  expect(facts.secrets).toContain('hush-hush');
  expect([...facts.sources]).toEqual([password]);
  expect(facts.readsLastResult).toBe(true);
});

it('reads each spec once, and another one by itself', () => {
  const spec = { name: 'a', url: 'https://example.org/' };
  const facts = specFacts(spec);
  expect(facts).toEqual({ secrets: [], sources: new Set(), readsLastResult: false });
  expect(specFacts(spec)).toBe(facts);
  expect(specFacts({ ...spec, token: 'tell-nobody' }).secrets).toEqual(['tell-nobody']);
});
