import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'PostgreSQL',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
]);

/** Packages outside the list, each with the reason why it may stand. */
const EXCEPTIONS: Record<string, string> = {
  '@axe-core/playwright': 'test tool, not shipped (MPL-2.0)',
  'axe-core': 'test tool, not shipped (MPL-2.0)',
  lightningcss: 'build tool, not shipped (MPL-2.0)',
  '@fontsource-variable/inter': 'font, served unmodified (OFL-1.1)',
  '@fontsource-variable/jetbrains-mono': 'font, served unmodified (OFL-1.1)',
};

interface Manifest {
  name?: string;
  license?: string | { type?: string };
  licenses?: { type?: string } | { type?: string }[];
}

function licenceOf(manifest: Manifest): string {
  if (typeof manifest.license === 'string') return manifest.license;
  if (manifest.license?.type) return manifest.license.type;
  const listed = Array.isArray(manifest.licenses) ? manifest.licenses[0] : manifest.licenses;
  return listed?.type ?? '';
}

/** Whether an SPDX expression of names joined by OR and AND is covered by the allowed list. */
export function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((name) => ALLOWED.has(name.trim())));
}

/** Installed packages whose licence is not permissive and that have no exception. */
export function findLicenceProblems(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  const problems: string[] = [];
  for (const path of Object.keys(lock.packages)) {
    const file = join(root, path, 'package.json');
    if (!path.includes('node_modules/') || !existsSync(file)) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const excepted = Object.keys(EXCEPTIONS).some((known) => name === known || name.startsWith(`${known}-`));
    const licence = licenceOf(JSON.parse(readFileSync(file, 'utf8')) as Manifest);
    if (!excepted && !isAllowed(licence)) problems.push(`${name}: ${licence || 'no licence named'}`);
  }
  return problems;
}
