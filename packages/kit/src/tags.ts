const FIRST = ['account', 'namespace', 'name'];

/** Tags in the order in which they are shown: account, namespace and name first, the rest by key (spec 000 §9). */
export function orderTags(tags: Readonly<Record<string, string>>): [key: string, value: string][] {
  const rank = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  return Object.entries(tags).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
