import { foundation } from './0001-foundation.ts';
import { health } from './0002-health.ts';
import { scheduling } from './0003-scheduling.ts';
import { views } from './0004-views.ts';

/** One forward-only step of the schema. Its text never changes once released: the checksum is recorded. */
export interface Migration {
  /** Counts from 1 without gaps. */
  number: number;
  name: string;
  sql: string;
}

/** All steps, in order. They are modules, not files, so that they survive bundling. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'foundation', sql: foundation },
  { number: 2, name: 'health', sql: health },
  { number: 3, name: 'scheduling', sql: scheduling },
  { number: 4, name: 'views', sql: views },
];
