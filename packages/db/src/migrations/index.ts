import { foundation } from './0001-foundation.ts';
import { health } from './0002-health.ts';
import { scheduling } from './0003-scheduling.ts';
import { views } from './0004-views.ts';
import { partitions } from './0005-partitions.ts';
import { sketches } from './0006-sketches.ts';
import { rollUps } from './0007-roll-ups.ts';
import { checkEndpoint } from './0008-check-endpoint.ts';

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
  { number: 5, name: 'partitions', sql: partitions },
  { number: 6, name: 'sketches', sql: sketches },
  { number: 7, name: 'roll-ups', sql: rollUps },
  { number: 8, name: 'check-endpoint', sql: checkEndpoint },
];
