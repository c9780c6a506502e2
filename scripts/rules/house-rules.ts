import { posix } from 'node:path';
import { isTest, type SourceFile } from './sources.ts';

/** Something that breaks a rule of the house. */
export interface Violation {
  path: string;
  line: number;
  rule: string;
  message: string;
}

const MAX_LINES = 500;

/** Which rooms a room may import (`docs/adr/0001-rooms.md`). Types may come from nowhere else either. */
const ARROWS: Record<string, readonly string[]> = {
  contract: [],
  kit: ['contract'],
  expr: ['contract', 'kit'],
  checks: ['contract', 'kit', 'expr'],
  db: ['contract', 'kit'],
  restql: ['contract', 'kit'],
  selectors: ['contract', 'kit', 'expr'],
  identity: ['contract', 'kit'],
  server: ['contract', 'kit', 'expr', 'checks', 'db', 'restql', 'selectors', 'identity'],
  hub: ['contract', 'kit', 'db', 'identity', 'server'],
  cli: ['contract', 'kit', 'expr', 'checks', 'db', 'restql', 'selectors', 'identity', 'server', 'hub'],
  ui: ['contract', 'kit'],
  console: ['contract', 'kit', 'ui'],
};

const SOCKET_MODULES = new Set(
  ['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises'].map((name) => `node:${name}`),
);

/** Places that may open sockets: the guard itself, what listens, the database, and clients of a guarded socket. */
const SOCKET_PLACES = [
  'packages/server/src/platform/egress/',
  'packages/server/src/platform/http/',
  'packages/server/src/features/demo/target.ts',
  'packages/db/',
  'packages/checks/src/http-client/',
  'packages/cli/src/commands/doctor.ts',
];

/** Wires the features, or hands their parts to the bench, and so sees all of them. */
const FEATURE_WIRING = ['packages/server/src/features/index.ts', 'packages/server/src/bench.ts'];

function roomOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

function checkArrows(file: SourceFile): Violation[] {
  const room = roomOf(file.path);
  if (room === undefined) return [];
  const found: Violation[] = [];
  for (const { specifier, line } of file.imports) {
    const match = /^@quarterdeck\/([^/]+)(\/.*)?$/.exec(specifier);
    const target = match?.[1];
    if (target !== undefined && target !== room && !(isTest(file.path) && target === 'db')) {
      if (!ARROWS[room]?.includes(target)) {
        found.push({ path: file.path, line, rule: 'arrows', message: `${room} may not import ${target}` });
      }
    }
    if (specifier.startsWith('.')) {
      const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
      if (roomOf(target) !== room) {
        found.push({
          path: file.path,
          line,
          rule: 'door',
          message: 'another package is imported through its door only',
        });
      }
    }
  }
  return found;
}

function featureOf(path: string): string | undefined {
  return /^packages\/(?:server|console)\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

function checkFeatures(file: SourceFile): Violation[] {
  const feature = featureOf(file.path);
  return file.imports.flatMap(({ specifier, line }) => {
    if (!specifier.startsWith('.') || isTest(file.path) || FEATURE_WIRING.includes(file.path)) return [];
    const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
    const other = featureOf(target);
    const isStore = /(?:^|[/-])store\.ts$/.test(target);
    return isStore && other !== undefined && other !== feature
      ? [
          {
            path: file.path,
            line,
            rule: 'store',
            message: `the store of ${other} belongs to that feature; use its service or its events`,
          },
        ]
      : [];
  });
}

function checkSockets(file: SourceFile): Violation[] {
  const room = roomOf(file.path);
  if (room === undefined || isTest(file.path) || SOCKET_PLACES.some((prefix) => file.path.startsWith(prefix)))
    return [];
  // The dns check asks the server that the guard resolved; the other helpers of node:net open nothing.
  const isFree = (specifier: string) =>
    (specifier === 'node:net' &&
      !/\b(?:connect|createConnection|createServer|Socket|Server)\b/.test(importClause(file, specifier))) ||
    (specifier.startsWith('node:dns') && file.path.startsWith('packages/checks/src/types/dns/'));
  return file.imports
    .filter(({ specifier, typeOnly }) => !typeOnly && SOCKET_MODULES.has(specifier) && !isFree(specifier))
    .map(({ specifier, line }) => ({
      path: file.path,
      line,
      rule: 'sockets',
      message: `${specifier}: sockets are opened through the egress guard only`,
    }));
}

/** The names that a file imports from a module, as they are written. */
function importClause(file: SourceFile, specifier: string): string {
  const escaped = specifier.replace(/[^\w]/g, '\\$&');
  return new RegExp(`import([^;]*?)from\\s+['"]${escaped}['"]`).exec(file.text)?.[1] ?? '*';
}

function checkSql(file: SourceFile): Violation[] {
  const room = roomOf(file.path);
  if (room !== 'server' && room !== 'cli' && room !== 'hub') return [];
  if (isTest(file.path) || /(?:^|[/-])store\.ts$/.test(file.path)) return [];
  const found: Violation[] = [];
  for (const [index, text] of file.text.split('\n').entries()) {
    if (
      /\.query\s*[(<]|\b(?:INSERT INTO|SELECT .+ FROM|UPDATE .+ SET|DELETE FROM)\b/.test(text) &&
      !/^\s*(?:\*|\/\/)/.test(text)
    ) {
      found.push({ path: file.path, line: index + 1, rule: 'sql', message: 'SQL lives in store files' });
    }
  }
  return found;
}

function checkSize(file: SourceFile): Violation[] {
  const lines = file.text.split('\n').length - 1;
  return lines > MAX_LINES
    ? [{ path: file.path, line: MAX_LINES, rule: 'size', message: `${lines} lines; a file has at most ${MAX_LINES}` }]
    : [];
}

function resolveImport(from: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(from), specifier));
}

/** Finds import cycles between files; imports of types only do not count. */
export function findCycles(files: readonly SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const state = new Map<string, 'open' | 'done'>();
  const found: Violation[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      const cycle = [...trail.slice(trail.indexOf(path)), path];
      found.push({ path, line: 1, rule: 'cycle', message: cycle.join(' -> ') });
      return;
    }
    state.set(path, 'open');
    for (const { specifier, typeOnly } of byPath.get(path)?.imports ?? []) {
      const target = specifier.startsWith('.') ? resolveImport(path, specifier) : '';
      if (!typeOnly && byPath.has(target)) visit(target, [...trail, path]);
    }
    state.set(path, 'done');
  };
  for (const file of files) visit(file.path, []);
  return found;
}

/** All violations of the rules of the house in these files. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const perFile = files.flatMap((file) => [
    ...checkArrows(file),
    ...checkFeatures(file),
    ...checkSockets(file),
    ...checkSql(file),
    ...checkSize(file),
  ]);
  return [...perFile, ...findCycles(files)];
}
