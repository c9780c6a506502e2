import { CONFIG_FILE_VARIABLE, configFileKeys } from './config.ts';
import type { Setting } from './config-settings.ts';
import { settings } from './config-settings.ts';

/** The page `docs/reference/configuration.md`, made from the table of settings. A test compares the committed file. */
export function configReference(): string {
  const rows = Object.values(settings).map((setting: Setting<unknown>) => {
    const [snake, camel] = configFileKeys(setting.env);
    const keys = snake === camel ? `\`${snake}\`` : `\`${camel}\`, \`${snake}\``;
    const fallback = typeof setting.fallback === 'string' ? code(setting.fallback) : (setting.fallbackText ?? '');
    return `| \`${setting.env}\` | ${keys} | ${fallback} | ${cell(setting.expected)} | ${cell(setting.description)} |`;
  });
  return [
    '# Settings of the process',
    '',
    'Generated from `packages/server/src/config-settings.ts`; do not edit.',
    '',
    'A setting is looked for on the command line, then in the environment, then in `quarterdeck.yaml` in the working',
    `folder (or the file that \`${CONFIG_FILE_VARIABLE}\` names), then the default holds. An empty variable counts as not`,
    'set. Relative paths start at the working folder. In the file a list may be a YAML list. All wrong values are',
    'reported together at start, and the process ends with exit code 2.',
    '',
    '| variable | key in the file | default | value | meaning |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function code(text: string): string {
  return text === '' ? 'none' : `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
