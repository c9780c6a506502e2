/** A header name with each part capitalised, as `Content-Type`. */
function canonicalHeader(name: string): string {
  let canonical = canonicalNames.get(name);
  if (canonical === undefined) {
    canonical = name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
    if (canonicalNames.size < MAX_CANONICAL_NAMES) canonicalNames.set(name, canonical);
  }
  return canonical;
}

const MAX_CANONICAL_NAMES = 1000;
const canonicalNames = new Map<string, string>();

/** Headers in canonical spelling from names and values in turn; repeated ones are joined with ", ". */
export function headersOf(rawHeaders: string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = canonicalHeader(rawHeaders[index] ?? '');
    const value = rawHeaders[index + 1] ?? '';
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(headers);
}
