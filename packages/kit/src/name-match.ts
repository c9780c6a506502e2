/** Whether one pattern without `!` fits: `a*` prefix, `*a` suffix, `*a*` within, `*` all, else the whole name. */
function matchesPattern(name: string, pattern: string): boolean {
  if (pattern === '*') return true;
  const open = pattern.startsWith('*');
  const end = pattern.endsWith('*') && pattern.length > 1;
  const core = pattern.slice(open ? 1 : 0, end ? -1 : undefined);
  if (open && end) return name.includes(core);
  if (open) return name.endsWith(core);
  return end ? name.startsWith(core) : name === core;
}

/**
 * Whether a name is meant by a list of patterns (contract checks §1.9, item matching). Case does not count. `!x`
 * excludes and is looked at first; a list of exclusions alone takes everything else; an empty list takes everything.
 *
 * @param patterns a list, or its members joined by commas
 */
export function matchesName(name: string, patterns: readonly string[] | string): boolean {
  const list = (typeof patterns === 'string' ? patterns.split(',') : patterns)
    .map((pattern) => pattern.trim().toLowerCase())
    .filter((pattern) => pattern !== '');
  const lower = name.toLowerCase();
  const excluded = list.filter((pattern) => pattern.startsWith('!'));
  const included = list.filter((pattern) => !pattern.startsWith('!'));
  if (excluded.some((pattern) => matchesPattern(lower, pattern.slice(1)))) return false;
  return included.length === 0 || included.some((pattern) => matchesPattern(lower, pattern));
}
