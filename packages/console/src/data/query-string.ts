const POLLUTING = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a key could reach an object's prototype; such keys are ignored wherever the address is read. */
export function isPollutingKey(key: string): boolean {
  return POLLUTING.has(key);
}

/** Reads a query string as plain texts. Keys that could pollute a prototype are left out; the last of a key wins. */
export function parseQueryString(query: string): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [key, value] of new URLSearchParams(query)) {
    if (!isPollutingKey(key)) entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

/** Writes parameters as a query string: maps as JSON, absent and empty ones left out. Starts with `?` unless empty. */
export function writeQueryString(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (isPollutingKey(key) || value === undefined || value === null || value === '') continue;
    params.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const written = params.toString();
  return written === '' ? '' : `?${written}`;
}
