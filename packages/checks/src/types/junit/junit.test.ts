import { expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { junitCheck } from './index.ts';

describeCheckType(junitCheck, {
  invalid: { name: 'suite', testResults: '/tmp/junit', spec: { containers: [{ name: 'jest' }] }, timeout: 2 },
});

it('says that it needs a cluster and does not pretend', async () => {
  const spec = junitCheck.schema.parse({
    name: 'suite',
    testResults: '/tmp/junit',
    spec: { containers: [{ name: 'jest', command: ['touch', '/tmp/never'] }] },
  });
  expect(await junitCheck.run(createTestContext(spec))).toMatchObject({
    pass: false,
    invalid: true,
    errors: [expect.stringContaining('Kubernetes is not configured')],
  });
});
