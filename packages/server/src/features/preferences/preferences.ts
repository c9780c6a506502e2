import {
  AppError,
  isPreferenceName,
  LONGEST_PREFERENCE,
  type Preferences,
  preferenceNames,
} from '@quarterdeck/contract';
import type { DatabaseContact } from '../../platform/index.ts';
import type { PreferenceStore } from './preferences-store.ts';

/** What people chose about how the console looks. */
export interface PreferenceService {
  /** Undefined where nothing can be kept: for nobody of the database, and while the database is away. */
  of(person: string): Promise<Preferences | undefined>;
  /** Sets some by name; null takes one out. Throws `REQUEST_INVALID`, `PERSON_NOT_FOUND`. */
  change(person: string, body: unknown): Promise<Preferences>;
}

/** Who asks who they are must not wait for what they like. */
const READ_LIMIT_MS = 1000;

/** Makes the service. */
export function createPreferences(store: PreferenceStore, contact: Pick<DatabaseContact, 'use'>): PreferenceService {
  return {
    of(person) {
      const read = contact.use(() => store.read(person)).catch(() => undefined);
      // Impatience is no sign that the database is away: the read may go on.
      const late = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => late.resolve(undefined), READ_LIMIT_MS);
      return Promise.race([read, late.promise]).finally(() => clearTimeout(timer));
    },
    async change(person, body) {
      const changes = readChanges(body);
      const kept = await contact.use(() => store.change(person, changes));
      if (!kept) throw new AppError('PERSON_NOT_FOUND');
      return kept;
    },
  };
}

/** The changes of a body. Throws `REQUEST_INVALID` at what is no preference. */
function readChanges(body: unknown): Record<string, string | null> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('body', 'preferences by name');
  const entries: [string, unknown][] = Object.entries(body);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!isPreferenceName(name)) throw refuse(name, `one of ${preferenceNames.join(', ')}`);
      if (value !== null && typeof value !== 'string') throw refuse(name, 'a text, or null to take it out');
      if (value !== null && value.length > LONGEST_PREFERENCE) {
        throw refuse(name, `at most ${LONGEST_PREFERENCE} characters`);
      }
      return [name, value];
    }),
  );
}

function refuse(field: string, expected: string): AppError {
  const shown = field.slice(0, 60);
  return new AppError('REQUEST_INVALID', {
    message: `${shown}: expected ${expected}`,
    details: { field: shown, expected },
  });
}
