import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError, errorText } from '@quarterdeck/contract';
import { parseDocument } from 'yaml';
import type { Setting, SettingContext } from './config-settings.ts';
import { settings } from './config-settings.ts';

type SettingName = keyof typeof settings;
type SettingValue<S> = S extends Setting<infer T> ? T : never;

/** The settings of the process, parsed. Paths are absolute; lists are split; what is not set is null. */
export type Config = { readonly [Name in SettingName]: SettingValue<(typeof settings)[Name]> };

/** Settings given on the command line, as texts; they win over the environment. */
export type ConfigOverrides = Partial<Record<SettingName, string>>;

/** Names the file with settings. Looked for as `quarterdeck.yaml` in the working folder when it is not set. */
export const CONFIG_FILE_VARIABLE = 'QD_CONFIG_FILE';

/** One wrong setting. `value` is null for a secret one. */
export interface ConfigProblem {
  name: string;
  value: string | null;
  expected: string;
}

const names = Object.keys(settings).filter((name): name is SettingName => name in settings);

/** The keys under which `quarterdeck.yaml` may hold a setting: its snake_case and its camelCase spelling. */
export function configFileKeys(env: string): [snake: string, camel: string] {
  const snake = env.replace(/^QD_/, '').toLowerCase();
  return [snake, snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}

/**
 * Reads the settings: command line, then environment, then `quarterdeck.yaml`, then the default.
 * Throws one `CONFIG_INVALID` whose `details.problems` name every wrong value ({@link ConfigProblem}).
 */
export function loadConfig(
  env: Record<string, string | undefined> = process.env,
  overrides: ConfigOverrides = {},
  cwd: string = process.cwd(),
  isTty: boolean = process.stdout.isTTY === true,
): Config {
  const context: SettingContext = { cwd, isTty };
  const problems: ConfigProblem[] = [];
  const file = readFileSettings(env, cwd, problems);
  const result: Partial<Record<SettingName, unknown>> = {};
  for (const name of names) {
    const setting: Setting<unknown> = settings[name];
    const written = overrides[name] ?? presence(env[setting.env]) ?? file.get(setting.env);
    const fallback = typeof setting.fallback === 'string' ? setting.fallback : setting.fallback(context);
    const raw = (written ?? fallback).trim();
    const parsed = setting.schema(context).safeParse(raw);
    if (parsed.success) result[name] = parsed.data;
    else problems.push({ name: setting.env, value: setting.secret === true ? null : raw, expected: setting.expected });
  }
  if (problems.length > 0) throw invalidConfig(problems);
  const config = result as Config; // every name of the table was parsed by its own schema above
  if (config.identityAdminUrl !== null && config.identityUrl === null) {
    const expected = 'an address of the service whose administration QD_IDENTITY_ADMIN_URL names';
    throw invalidConfig([{ name: 'QD_IDENTITY_URL', value: '', expected }]);
  }
  return config;
}

function presence(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text;
}

/** The `CONFIG_INVALID` that names wrong settings. */
export function invalidConfig(problems: ConfigProblem[]): AppError {
  const lines = problems.map(
    ({ name, value, expected }) =>
      `${name}${value === null ? '' : ` is ${JSON.stringify(value)}`}: expected ${expected}`,
  );
  return new AppError('CONFIG_INVALID', {
    message: `Wrong settings:\n  ${lines.join('\n  ')}`,
    details: { problems },
  });
}

function readFileSettings(
  env: Record<string, string | undefined>,
  cwd: string,
  problems: ConfigProblem[],
): Map<string, string> {
  const found = new Map<string, string>();
  const named = presence(env[CONFIG_FILE_VARIABLE]);
  const path = resolve(cwd, named ?? 'quarterdeck.yaml');
  if (named === undefined && !existsSync(path)) return found;
  let content: unknown;
  try {
    const document = parseDocument(readFileSync(path, 'utf8'));
    if (document.errors.length > 0) throw document.errors[0];
    content = document.toJS() ?? {};
  } catch (error) {
    problems.push({ name: CONFIG_FILE_VARIABLE, value: path, expected: `a readable YAML file (${errorText(error)})` });
    return found;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    problems.push({ name: CONFIG_FILE_VARIABLE, value: path, expected: 'a map of settings' });
    return found;
  }
  const byKey = new Map(names.flatMap((name) => configFileKeys(settings[name].env).map((key) => [key, name] as const)));
  for (const [key, value] of Object.entries(content)) {
    const name = byKey.get(key);
    if (name === undefined) {
      problems.push({ name: key, value: null, expected: `a setting that is known (in ${path})` });
      continue;
    }
    const setting: Setting<unknown> = settings[name];
    const isTree = setting.structured === true && typeof value === 'object' && value !== null;
    const written = isTree ? JSON.stringify(value) : fileText(value);
    if (written === null) {
      problems.push({ name: key, value: null, expected: `${setting.expected} (in ${path})` });
    } else found.set(setting.env, written);
  }
  return found;
}

function fileText(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const parts = value.map(fileText);
    return parts.includes(null) ? null : parts.join(',');
  }
  return typeof value === 'object' ? null : String(value);
}

/** What scripts may see of this process's environment without being allowed to (contract checks §2.5). */
const SCRIPT_ENVIRONMENT = [
  'PATH',
  'HOME',
  'USER',
  'SHELL',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TERM',
  'JAVA_HOME',
  'MANPATH',
  'DEBIAN_FRONTEND',
];

/** The environment that scripts start with: the fixed list and the names allowed by `QD_EXEC_ALLOWED_ENVS`. */
export function scriptEnvironment(
  allowed: readonly string[],
  env: Record<string, string | undefined> = process.env,
): Record<string, string> {
  const names = [...SCRIPT_ENVIRONMENT, ...allowed];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
