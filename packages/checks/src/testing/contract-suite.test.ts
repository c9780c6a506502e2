import { z } from 'zod';
import { checkBaseShape } from '../types/fields.ts';
import { describeCheckType } from './contract-suite.ts';
import { createTestType } from './run-deps.ts';

const login = createTestType(
  async ({ spec, value }) => {
    if (spec.target === undefined) return { pass: false, invalid: true, errors: ['no target'] };
    const password = await value({ value: String(spec.password), name: 'password' });
    const welcome = spec.target === 'https://up.example';
    return { pass: welcome, errors: welcome ? [] : [`refused ${password}`], detail: { password }, durationMs: 3 };
  },
  {
    type: 'login',
    key: 'login',
    schema: z.object({ ...checkBaseShape, target: z.string().optional(), password: z.string().optional() }),
  },
);

describeCheckType(login, {
  pass: { name: 'up', target: 'https://up.example', password: 'hunter2hunter2' },
  fail: { name: 'down', target: 'https://me:hunter2hunter2@down.example', password: 'hunter2hunter2' },
  invalid: { name: 'nothing' },
  secrets: ['hunter2hunter2'],
});
