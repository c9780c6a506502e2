import { posix } from 'node:path';
import { type Env, type Fns, text } from './env.ts';
import { matches } from './regexp.ts';

function join(parts: string[]): string {
  const given = parts.filter((part) => part !== '');
  return given.length === 0 ? '' : posix.join(...given).replace(/(.)\/$/, '$1');
}

/** A shell pattern as Go's path.Match has it: `*` and `?` stop at a slash, `[a-z]` and `[^a]` are sets, `\\` escapes. */
function matchName(env: Env, pattern: string, name: string): boolean {
  const source = pattern.replace(/\\(.)|\[(\^?)([^\]]+)\]|[*?]|[\\^$.+(){}|[\]]/gs, (all, escaped, not, set) => {
    if (escaped !== undefined) return `\\x{${escaped.codePointAt(0).toString(16)}}`;
    if (set !== undefined) return `[${not}${set.replace(/[[\\]/g, '\\$&')}]`;
    if (all === '*') return '[^/]*';
    return all === '?' ? '[^/]' : `\\${all}`;
  });
  return matches(env, name, `^(?s:${source})$`);
}

/** `path.*` and `filepath.*`: work on texts alone, never on files. */
export const pathFns: Fns = {
  Base: (_env, path) => posix.basename(text(path)) || (text(path) === '' ? '.' : '/'),
  Clean: (_env, path) => posix.normalize(text(path)).replace(/(.)\/$/, '$1'),
  Dir: (_env, path) => posix.dirname(text(path)),
  Ext: (_env, path) => /\.[^./]*$/.exec(text(path))?.[0] ?? '',
  FromSlash: (_env, path) => text(path),
  IsAbs: (_env, path) => text(path).startsWith('/'),
  Join: (_env, ...parts) => join(parts.flat().map(text)),
  Match: (env, pattern, name) => matchName(env, text(pattern), text(name)),
  Rel: (_env, base, path) => posix.relative(posix.resolve('/', text(base)), posix.resolve('/', text(path))) || '.',
  Split: (_env, path) => {
    const cut = text(path).lastIndexOf('/') + 1;
    return [text(path).slice(0, cut), text(path).slice(cut)];
  },
  ToSlash: (_env, path) => text(path),
};
