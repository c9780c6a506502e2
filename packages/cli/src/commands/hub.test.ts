import { expect, it } from 'vitest';
import { organizationLine } from './hub.ts';

const organization = { id: 'o-1', slug: 'harbour', name: 'Harbour', members: 1 };

it('tells of an organisation in one line', () => {
  expect(organizationLine({ ...organization, backendUrl: null, direct: false, state: 'pending' })).toBe(
    'harbour o-1 pending no backend (1 member)',
  );
  const backendUrl = 'https://ops.example.com/api';
  expect(organizationLine({ ...organization, members: 3, backendUrl, direct: true, state: 'ready' })).toBe(
    'harbour o-1 ready https://ops.example.com/api direct (3 members)',
  );
});
