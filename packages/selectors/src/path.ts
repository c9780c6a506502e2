/**
 * Reads a path below a JSON column: `.spec.containers[0].image`, `[a.b/c]` for a key with dots, `\.` for a dot in a key.
 * Null when it is none.
 */
export function parsePath(text: string): string[] | null {
  const steps: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '[') {
      const end = text.indexOf(']', at);
      if (end <= at + 1) return null;
      steps.push(text.slice(at + 1, end));
      at = end + 1;
    } else {
      if (text[at] !== '.') return null;
      at++;
      let step = '';
      while (at < text.length && text[at] !== '.' && text[at] !== '[') {
        if (text[at] === '\\' && at + 1 < text.length) at++;
        step += text[at++] ?? '';
      }
      if (step === '') return null;
      steps.push(step);
    }
  }
  return steps.length > 0 ? steps : null;
}

const INDEX = /^[ \t\n\r\v\f]*[+-]?\d+$/;

/** What a path leads to, as PostgreSQL's `#>` finds it: in a list a number is a place, counted from the end when negative. */
export function follow(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found)) {
      const place = INDEX.test(step) ? Number(step) : Number.NaN;
      found = Math.abs(place) < 2 ** 31 ? found[place < 0 ? found.length + place : place] : undefined;
    } else if (typeof found === 'object' && found !== null && Object.hasOwn(found, step)) {
      found = (found as Record<string, unknown>)[step];
    } else {
      return undefined;
    }
  }
  return found;
}
