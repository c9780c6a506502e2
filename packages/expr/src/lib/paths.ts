import { posix } from 'node:path';
import { type Fns, text } from './env.ts';

/** `path.*` and `filepath.*`: work on texts alone, never on files. */
export const pathFns: Fns = {
  Base: (_env, path) => posix.basename(text(path)) || (text(path) === '' ? '.' : '/'),
  Clean: (_env, path) => posix.normalize(text(path)).replace(/(.)\/$/, '$1'),
  Dir: (_env, path) => posix.dirname(text(path)),
  Ext: (_env, path) => /\.[^./]*$/.exec(text(path))?.[0] ?? '',
  FromSlash: (_env, path) => text(path),
  IsAbs: (_env, path) => text(path).startsWith('/'),
  Join: (_env, ...parts) => posix.join(...parts.map(text).filter((part) => part !== '')).replace(/(.)\/$/, '$1'),
  Rel: (_env, base, path) => posix.relative(posix.resolve('/', text(base)), posix.resolve('/', text(path))) || '.',
  Split: (_env, path) => {
    const cut = text(path).lastIndexOf('/') + 1;
    return [text(path).slice(0, cut), text(path).slice(cut)];
  },
  ToSlash: (_env, path) => text(path),
};
