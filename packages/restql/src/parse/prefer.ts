import type { Preferences } from '../ast.ts';

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  params: ['single-object'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

type Chosen = { -readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] | null };

function choose(chosen: Chosen, name: string, value: string): boolean {
  if (!Object.hasOwn(choices, name)) return false;
  const key = name as keyof Chosen;
  const values: readonly string[] = choices[key];
  if (!values.includes(value)) return false;
  if (chosen[key] === null) Object.assign(chosen, { [key]: value });
  return true;
}

/** Whether the name of a time zone is known (IANA). Forms that are no name, such as an offset, are not. */
function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/**
 * Reads header `Prefer` (RFC 7240; several headers joined by commas), as PostgREST does: names and values exactly as
 * documented, the first of several counts, what is not understood is listed in `invalid`, a time zone that
 * does not exist as well.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const chosen: Chosen = {
    resolution: null,
    return: null,
    params: null,
    count: null,
    tx: null,
    missing: null,
    handling: null,
  };
  let maxAffected: number | null = null;
  let timezone: string | null = null;
  const invalid: string[] = [];
  for (const part of (header ?? '').split(',')) {
    const preference = part.trim();
    const equals = preference.indexOf('=');
    const name = preference.slice(0, Math.max(equals, 0));
    const value = preference.slice(equals + 1);
    if (choose(chosen, name, value)) continue;
    if (name === 'max-affected' && /^\d{1,15}$/.test(value)) maxAffected ??= Number(value);
    else if (name === 'timezone' && isTimezone(value)) timezone ??= value;
    else if (preference !== '') invalid.push(preference);
  }
  return { ...chosen, maxAffected, timezone, invalid };
}

/** Header `Preference-Applied`: what of the preferences was heeded, in PostgREST's order; null when nothing. */
export function appliedPreferences(preferences: Partial<Preferences>): string | null {
  const { resolution, missing, params, count, tx, handling, timezone, maxAffected } = preferences;
  const told = [
    ['resolution', resolution],
    ['missing', missing],
    ['return', preferences.return],
    ['params', params],
    ['count', count],
    ['tx', tx],
    ['handling', handling],
    ['timezone', timezone],
    ['max-affected', handling === 'strict' ? maxAffected : null],
  ] as const;
  const applied = told.flatMap(([name, value]) => (value == null ? [] : [`${name}=${value}`]));
  return applied.length > 0 ? applied.join(', ') : null;
}
