import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@quarterdeck/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConfigProblem } from './config.ts';
import { configFileKeys, loadConfig, scriptEnvironment } from './config.ts';
import { configReference } from './config-reference.ts';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'qd-config-'));
});

const load = (env: Record<string, string> = {}, overrides = {}) => loadConfig(env, overrides, cwd, false);

function problems(act: () => unknown): ConfigProblem[] {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('CONFIG_INVALID');
    return (error as AppError).details.problems as ConfigProblem[];
  }
  return [];
}

describe('loadConfig', () => {
  it('has the documented defaults', () => {
    expect(load()).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      dataDir: join(cwd, '.data'),
      mode: 'self-hosted',
      configDir: null,
      logLevel: 'info',
      logFormat: 'json',
      runnerName: 'local',
      egressPrivate: 'allow',
      egressAllow: [],
      exec: 'config-dir',
      defaultWindowMs: 3_600_000,
      hostConcurrency: 8,
      demo: false,
    });
    expect(loadConfig({}, {}, cwd, true).logFormat).toBe('pretty');
    expect(load().nodeName).not.toBe('');
  });

  it('takes the command line before the environment before the file', () => {
    writeFileSync(join(cwd, 'quarterdeck.yaml'), 'port: 1\nhost: ::1\nrunnerName: file\n');
    const config = load({ PORT: '2', HOST: '0.0.0.0' }, { port: '3' });
    expect(config).toMatchObject({ port: 3, host: '0.0.0.0', runnerName: 'file' });
  });

  it('reads both spellings of a key, lists and booleans from the named file', () => {
    writeFileSync(join(cwd, 'other.yaml'), 'egress_deny: [10.0.0.0/8, x.test]\nhostConcurrency: 3\ndemo: true\n');
    const config = load({ QD_CONFIG_FILE: 'other.yaml' });
    expect(config).toMatchObject({ egressDeny: ['10.0.0.0/8', 'x.test'], hostConcurrency: 3, demo: true });
  });

  it('reports all wrong values together, never a secret one', () => {
    writeFileSync(join(cwd, 'quarterdeck.yaml'), 'prot: 1\nhost: {}\n');
    const act = () =>
      load({ PORT: '99999', DATABASE_URL: 'mysql://u:hunter2@h/d', QD_MODE: 'maybe', QD_DEFAULT_WINDOW: '1x' });
    expect(problems(act).map(({ name, value }) => [name, value])).toEqual([
      ['prot', null],
      ['host', null],
      ['PORT', '99999'],
      ['DATABASE_URL', null],
      ['QD_MODE', 'maybe'],
      ['QD_DEFAULT_WINDOW', '1x'],
    ]);
    expect(act).toThrow(/expected self-hosted, hosted or standalone/);
    expect(act).not.toThrow(/hunter2/);
  });

  it.each(['identity', 'none', 'Hosted'])('refuses the mode %s', (mode) => {
    expect(problems(() => load({ QD_MODE: mode }))).toHaveLength(1);
  });

  it('reports a named file that is missing, unreadable YAML, and a file that is no map', () => {
    expect(problems(() => load({ QD_CONFIG_FILE: 'none.yaml' }))[0]?.name).toBe('QD_CONFIG_FILE');
    writeFileSync(join(cwd, 'bad.yaml'), 'a: [');
    expect(problems(() => load({ QD_CONFIG_FILE: 'bad.yaml' }))[0]?.name).toBe('QD_CONFIG_FILE');
    writeFileSync(join(cwd, 'list.yaml'), '- a');
    expect(problems(() => load({ QD_CONFIG_FILE: 'list.yaml' }))[0]?.name).toBe('QD_CONFIG_FILE');
  });

  it('takes an administration of the identity service without a user in its address', () => {
    const service = { QD_IDENTITY_URL: 'http://kratos.internal:4433/' };
    const read = (url: string) =>
      loadConfig({ ...service, QD_IDENTITY_ADMIN_URL: url }, {}, cwd, false).identityAdminUrl;
    expect([read(''), read('http://kratos.internal:4434/')]).toEqual([null, 'http://kratos.internal:4434/']);
    for (const url of [
      'http://ops:hunter2@kratos.internal/',
      'http://ops@kratos.internal/',
      'kratos.internal',
      'ftp://x/',
    ]) {
      expect(() => read(url)).toThrow(/QD_IDENTITY_ADMIN_URL/);
    }
    expect(() => read('http://ops:hunter2@kratos.internal/')).not.toThrow(/hunter2/);
  });

  it('refuses an administration without the service that it is of', () => {
    expect(problems(() => load({ QD_IDENTITY_ADMIN_URL: 'http://kratos.internal:4434/' }))[0]?.name).toBe(
      'QD_IDENTITY_URL',
    );
  });

  it.each(['postgres://u:p@h:5432/d', 'postgresql://u@/d?host=%2Frun%2Fpg', 'postgresql:///d'])('takes %s', (url) => {
    expect(load({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it('takes an empty file and empty variables as not set', () => {
    writeFileSync(join(cwd, 'quarterdeck.yaml'), '');
    expect(load({ PORT: '', QD_RUNNER_NAME: '' })).toMatchObject({ port: 8080, runnerName: 'local' });
  });

  it.each([
    ['15m', 900_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
  ])('reads the duration %s', (written, expected) => {
    expect(load({ QD_DEFAULT_WINDOW: written }).defaultWindowMs).toBe(expected);
  });

  it.each(['0s', '-1h', '5', 'h', ''])('refuses or ignores the duration "%s"', (written) => {
    const found = problems(() => load({ QD_DEFAULT_WINDOW: written }));
    expect(found).toHaveLength(written === '' ? 0 : 1);
  });
});

describe('configReference', () => {
  it('is what docs/reference/configuration.md holds', () => {
    const committed = readFileSync(new URL('../../../docs/reference/configuration.md', import.meta.url), 'utf8');
    expect(committed).toBe(configReference());
  });

  it('names the keys of the file', () => {
    expect(configFileKeys('QD_EGRESS_PRIVATE')).toEqual(['egress_private', 'egressPrivate']);
    expect(configReference()).toContain('| `QD_EGRESS_PRIVATE` | `egressPrivate`, `egress_private` |');
  });
});

it('lets scripts see the fixed list and what is allowed, and nothing else', () => {
  const env = { PATH: '/bin', HOME: '/home/ann', DATABASE_URL: 'hidden', TOKEN: 'x' };
  expect(scriptEnvironment([], env)).toEqual({ PATH: '/bin', HOME: '/home/ann' });
  expect(scriptEnvironment(['TOKEN', 'MISSING'], env)).toEqual({ PATH: '/bin', HOME: '/home/ann', TOKEN: 'x' });
});
