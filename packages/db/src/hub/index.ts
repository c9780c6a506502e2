import type { Migration } from '../migrations/index.ts';
import { controlPlane } from './0001-control-plane.ts';
import { controlPlaneAudit } from './0002-audit.ts';

/** The migrations of the control plane, in their order; their numbers are their own. */
export const hubMigrations: readonly Migration[] = [
  { number: 1, name: 'control-plane', sql: controlPlane },
  { number: 2, name: 'audit', sql: controlPlaneAudit },
];
