import { fileURLToPath } from 'node:url';
import { findViolations } from './house-rules.ts';
import { findLicenceProblems } from './licences.ts';
import { readSources } from './sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lines = [
  ...findViolations(readSources(root)).map(({ path, line, rule, message }) => `${path}:${line} [${rule}] ${message}`),
  ...findLicenceProblems(root).map((problem) => `[licence] ${problem}`),
];
for (const line of lines) console.error(line);
process.exitCode = lines.length > 0 ? 1 : 0;
