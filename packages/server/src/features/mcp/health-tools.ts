import { AppError } from '@quarterdeck/contract';
import { z } from 'zod';
import type { Authz, Caller } from '../../platform/index.ts';
import type { HealthService } from '../health/service.ts';
import { findRows, type Reads } from './reads.ts';
import { tellRows } from './tell.ts';
import { defineTool, ID, LIMIT, QUERY, type Tool } from './tool.ts';

const HEALTH = { object: 'canaries', resource: 'canaries' } as const;
const CHECK_COLUMNS =
  'id,name,namespace,type,status,severity,description,labels,owner,category,canary_id,agent_id,last_runtime,' +
  'next_runtime,last_transition_time,created_at,updated_at,deleted_at';
const LISTED_COLUMNS = 'id,name,namespace,type,status,severity,last_runtime,last_transition_time';
/** Most checks of a list of all. */
const MOST_LISTED = 2000;

/** What the tools about checks are made of. */
export interface HealthToolsOptions {
  reads: Reads;
  authz: Pick<Authz, 'decide' | 'allows'>;
  health: Pick<HealthService, 'runNow'>;
}

/** Tools about checks (contract playbooks §8). */
export function healthTools({ reads, authz, health }: HealthToolsOptions): Tool[] {
  const mayUse = (caller: Caller) => reads.may(caller, 'checks');
  const id = ID.describe('The id of a check.');
  return [
    defineTool({
      mayUse,
      name: 'health_check_search',
      title: 'Search checks',
      description: 'Finds health checks, with what each says now.',
      input: z.strictObject({
        query: QUERY.describe(
          'A search text about checks: `status=unhealthy type=http`, `labels.app=web`. Fields: name, namespace, type, ' +
            'status, severity, owner, category, labels, last_runtime, last_transition_time.',
        ),
        limit: LIMIT,
      }),
      act: findRows(reads, { kind: 'checks', relation: 'checks', columns: CHECK_COLUMNS }),
    }),
    defineTool({
      mayUse,
      name: 'get_check_status',
      title: 'Results of a check',
      description: 'The last results of a check, newest first: passed or not, how long it took, message and error.',
      input: z.strictObject({ id, limit: LIMIT }),
      act: async (caller, { id: check, limit }) => {
        const [known] = await reads.rows(caller, 'checks', { id: `eq.${check}`, select: 'id' });
        if (known === undefined) throw new AppError('CHECK_NOT_FOUND');
        return tellRows(
          await reads.rows(caller, 'check_statuses', {
            check_id: `eq.${check}`,
            select: 'check_id,time,status,invalid,duration,message,error,details',
            order: 'time.desc',
            limit: String(limit),
          }),
        );
      },
    }),
    defineTool({
      mayUse: (caller) => authz.decide(caller, HEALTH, 'run').kind !== 'none',
      readOnly: false,
      name: 'health_check_run',
      title: 'Run a check now',
      description: 'Runs a check now, and tells its result once it has ended.',
      input: z.strictObject({ id }),
      act: async (caller, { id: check }) => {
        if (!(await authz.allows(caller, HEALTH, 'run', { check }))) throw new AppError('ACCESS_DENIED');
        return [JSON.stringify(await health.runNow(check))];
      },
    }),
    defineTool({
      mayUse,
      name: 'list_all_checks',
      title: 'List all checks',
      description: 'All health checks with what each says now; those that fail before those that pass.',
      input: z.strictObject({}),
      act: async (caller) => {
        const rows = await reads.rows(caller, 'checks', {
          deleted_at: 'is.null',
          select: LISTED_COLUMNS,
          order: 'status.desc.nullslast,name,id',
          limit: String(MOST_LISTED + 1),
        });
        return tellRows(rows.slice(0, MOST_LISTED), rows.length > MOST_LISTED);
      },
    }),
  ];
}
