import type { OneOfField, OneOfOption, ValueSourceField } from './form.ts';

/** Schedules to choose from, by the kind of thing that runs (spec 001 §9). */
export const SCHEDULE_CHOICES = {
  short: ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly', '@every 2h', '@every 4h'],
  scraper: ['@every 15m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@daily'],
  medium: ['@every 5m', '@every 30m', '@hourly', '@every 2h', '@every 4h', '@every 8h'],
  default: [
    '@every 30s',
    '@every 1m',
    '@every 5m',
    '@every 30m',
    '@hourly',
    '@every 2h',
    '@every 4h',
    '@every 8h',
    '@daily',
    '@weekly',
  ],
  editor: ['@every 30s', '@every 1m', '@every 5m', '@every 30m', '@hourly', '@every 6h', '@daily', '@weekly'],
} as const satisfies Record<string, readonly string[]>;

const TEMPLATES = [
  { value: 'template', label: 'Go Template', language: 'template' },
  { value: 'javascript', label: 'Javascript', language: 'javascript' },
  { value: 'expr', label: 'Expr', language: 'cel' },
  { value: 'jsonpath', label: 'JSONPath', language: 'text' },
] as const;

/** A script in one of four languages, stored at `{path}.{language}`; another choice clears the old one (contract screens §13.1). */
export function templateField(path: string, label: string, hint?: string): OneOfField {
  const options = TEMPLATES.map(({ value, label: name, language }): OneOfOption => {
    const at = `${path}.${value}`;
    return {
      value,
      label: name,
      owns: [at],
      set: { [at]: '' },
      fields: [{ kind: 'code', path: at, label: `${label} (${name})`, language, size: 'very-small' }],
    };
  });
  return {
    kind: 'one-of',
    label,
    tabs: true,
    options: [{ value: 'none', label: 'None' }, ...options],
    ...(hint !== undefined && { hint }),
  };
}

const SIGN_INS = { basic: 'Basic', ntlm: 'NTLM', ntlmv2: 'NTLMv2' } as const;

/**
 * How a check signs in: None or one of `ways`, each marked by a true at its name, with a user name and a password at
 * `authentication` (contract screens §13.1).
 */
export function authenticationField(ways: readonly (keyof typeof SIGN_INS)[] = ['basic']): OneOfField {
  const fields: readonly ValueSourceField[] = [
    { kind: 'value-source', path: 'authentication.username', label: 'Username', as: 'env', secret: false },
    { kind: 'value-source', path: 'authentication.password', label: 'Password', as: 'env' },
  ];
  const options = ways.map(
    (value): OneOfOption => ({
      value,
      label: SIGN_INS[value],
      owns: [value, 'authentication'],
      set: { [value]: true },
      fields,
    }),
  );
  return { kind: 'one-of', label: 'Authentication', options: [{ value: 'none', label: 'None' }, ...options] };
}
