import {
  accessOfRelation,
  type RelationAccess,
  relationAccess,
  routineAccess,
  unreachableRelations,
} from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestDatabase;
/** Columns by relation of the database, partitions left out. */
const columns = new Map<string, string[]>();
/** Columns of results by function. */
const results = new Map<string, string[]>();

beforeAll(async () => {
  test = await createTestDatabase();
  const relations = await test.database.pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
     group by c.oid`,
  );
  for (const { name, columns: found } of relations.rows) columns.set(name, found);
  const routines = await test.database.pool.query<{ name: string; names: string[] | null; relation: string | null }>(
    `select p.proname as name, t.relname as relation, (
       select array_agg(p.proargnames[i]) from generate_subscripts(p.proargmodes, 1) i where p.proargmodes[i] = any('{t,o,b}')
     ) as names
     from pg_proc p left join pg_type y on y.oid = p.prorettype left join pg_class t on t.oid = y.typrelid
     where p.pronamespace = 'public'::regnamespace`,
  );
  for (const { name, names, relation } of routines.rows) {
    results.set(name, names ?? (relation === null ? [] : (columns.get(relation) ?? [])));
  }
});
afterAll(() => test.drop());

function namedColumns({ carries = {}, writeOnly = [] }: Pick<RelationAccess, 'carries' | 'writeOnly'>): string[] {
  return [...Object.values(carries).flat(), ...writeOnly];
}

describe('every relation of the database', () => {
  it('has a rule or is unreachable', () => {
    const without = [...columns.keys()].filter(
      (name) => accessOfRelation(name) === null && !unreachableRelations.includes(name),
    );
    expect(without.toSorted()).toEqual([]);
  });

  it('is not both', () => {
    expect(unreachableRelations.filter((name) => accessOfRelation(name) !== null)).toEqual([]);
  });

  it('is looked at itself only with the columns of the table that it stands for, but those that it lacks', () => {
    const tables = {
      config: 'config_items',
      component: 'components',
      check: 'checks',
      canary: 'canaries',
      playbook: 'playbooks',
      connection: 'connections',
    };
    for (const [name, { itself, carries }] of Object.entries(relationAccess)) {
      if (itself === undefined) continue;
      const found = columns.get(name) ?? [];
      const missing = (columns.get(tables[itself.kind]) ?? []).filter((column) => !found.includes(column));
      expect([name, missing.toSorted()]).toEqual([name, [...(itself.lacks ?? [])].toSorted()]);
      expect([name, carries?.[itself.kind]]).toEqual([name, ['id']]);
    }
  });

  it('has the columns that its rule names', () => {
    for (const [name, access] of Object.entries(relationAccess)) {
      const found = columns.get(name);
      if (found) expect(found, name).toEqual(expect.arrayContaining(namedColumns(access)));
    }
  });

  it('that names a guarded object says so in its rule', () => {
    const telling = /^(config|component|check|canary|playbook|connection)_id$/;
    const deliberate: Record<string, readonly string[]> = {
      // A permission is about the object; who may read permissions reads all.
      permissions: ['component_id', 'config_id', 'canary_id', 'playbook_id', 'connection_id'],
      permissions_summary: ['component_id', 'config_id', 'canary_id', 'playbook_id', 'connection_id', 'check_id'],
      // Judged by a nearer name of the same row.
      checks: ['canary_id'],
      check_names: ['canary_id'],
      check_summary: ['canary_id'],
      check_summary_for_config: ['canary_id'],
      check_size_summary: ['canary_id'],
      check_component_relationships: ['canary_id'],
      check_config_relationships: ['canary_id'],
      components: ['config_id'],
      topology: ['config_id'],
      // Which playbook or connection is used, not what is in it.
      notifications: ['playbook_id'],
      notification_send_history: ['connection_id'],
      notification_send_history_summary: ['connection_id'],
      artifacts: ['connection_id'],
      playbook_action_agent_data: ['playbook_id'],
    };
    for (const [name, access] of Object.entries(relationAccess)) {
      const named = namedColumns(access);
      const found = (columns.get(name) ?? []).filter((column) => telling.test(column) && !named.includes(column));
      expect(
        found.filter((column) => !deliberate[name]?.includes(column)),
        name,
      ).toEqual([]);
    }
  });
});

describe('every function that may be called', () => {
  it('has the result columns that its rule names', () => {
    for (const [name, access] of Object.entries(routineAccess)) {
      const found = results.get(name);
      if (found) expect(found, name).toEqual(expect.arrayContaining(namedColumns(access)));
    }
  });
});
