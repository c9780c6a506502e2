import { describe, expect, it } from 'vitest';
import { keeperOf, keeperWord } from './keeper.ts';

describe('who keeps a resource (contract screens §1.8)', () => {
  const row = { id: 'r1', name: 'shop', namespace: 'prod' };
  it.each([
    [{ source: null }, null, ''],
    [{ source: 'UI' }, null, 'UI'],
    [{ agent_id: '00000000-0000-0000-0000-000000000000' }, null, ''],
    [{ agent_id: 'a1', source: 'UI' }, { kind: 'agent', name: 'a1', href: '/settings/agents?id=a1' }, 'Agent a1'],
    [
      { agent: { id: 'a1', name: 'edge' } },
      { kind: 'agent', name: 'edge', href: '/settings/agents?id=a1' },
      'Agent edge',
    ],
    [{ source: 'component/c1' }, { kind: 'component', id: 'c1', href: '/topology/c1' }, 'Component'],
    [{ source: 'kubernetes/k1' }, { kind: 'config', id: 'k1', href: '/catalog/k1' }, 'Kubernetes'],
    [{ source: 'ConfigFile' }, { kind: 'file', text: 'Linked to local file' }, 'Local file'],
    [{ source: 'shop.yaml' }, { kind: 'file', text: 'Linked to local file', file: 'shop.yaml' }, 'shop.yaml'],
    [{ source: 'System' }, { kind: 'product', text: 'Built into the product' }, 'Built in'],
    [{ source: 'Demo' }, { kind: 'product', text: 'Part of the demo' }, 'Demo'],
    [{ source: 'Push' }, { kind: 'crd', text: 'CRD linked to prod/shop', href: '/catalog/r1' }, 'CRD'],
  ])('%j', (kept, keeper, word) => {
    expect(keeperOf({ ...row, ...kept })).toEqual(keeper);
    expect(keeperWord({ ...row, ...kept })).toBe(word);
  });
});
