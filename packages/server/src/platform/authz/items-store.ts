import { type GuardedKind, type RelationAccess, relationAccess } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { identifier, type RowColumn, type Sql, sql, toStatement } from '@quarterdeck/restql';
import type { Items } from './types.ts';

type Pool = Pick<Database, 'pool'>;

/** Items of a call as one row with a column for each kind that is given. */
export function itemsRow(items: Items): { carries: NonNullable<RelationAccess['carries']>; row: RowColumn } {
  const kinds = Object.keys(items) as GuardedKind[];
  return {
    carries: Object.fromEntries(kinds.map((kind) => [kind, [kind]])),
    row: (column) => sql`${items[column as GuardedKind] ?? null}::uuid`,
  };
}

/** Whether a condition holds. */
export async function holds({ pool }: Pool, condition: Sql): Promise<boolean> {
  const { rows } = await pool.query<{ holds: boolean | null }>(toStatement(sql`select (${condition}) as holds`));
  return rows[0]?.holds === true;
}

/** Those of the ids for which a condition on `item.id` holds. */
export async function idsThatFit(
  { pool }: Pool,
  ids: readonly string[],
  condition: (row: RowColumn) => Sql,
): Promise<Set<string>> {
  const fits = condition(() => sql`item.id`);
  const { rows } = await pool.query<{ id: string }>(
    toStatement(sql`select item.id from unnest(${[...ids]}::uuid[]) as item(id) where ${fits}`),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Tables whose changes are told by another column than `id`. */
const KEYS: Readonly<Record<string, string>> = {
  check_component_relationships: 'check_id',
  check_config_relationships: 'check_id',
  component_relationships: 'component_id',
  config_component_relationships: 'config_id',
  team_components: 'component_id',
  config_relationships: 'config_id',
  config_access: 'config_id',
  playbook_approvals: 'run_id',
  properties: 'name',
  team_members: 'team_id',
};

/** Those of the keys of a table's rows for which a condition holds. */
export async function rowsThatFit(
  { pool }: Pool,
  table: string,
  keys: readonly string[],
  condition: (row: RowColumn) => Sql,
): Promise<Set<string>> {
  if (!Object.hasOwn(relationAccess, table)) return new Set();
  const key = sql`t.${identifier(KEYS[table] ?? 'id')}::text`;
  const fits = condition((column) => sql`t.${identifier(column)}`);
  const { rows } = await pool.query<{ key: string }>(
    toStatement(
      sql`select distinct ${key} as key from ${identifier(table)} t where ${key} = any(${[...keys]}) and (${fits})`,
    ),
  );
  return new Set(rows.map((found) => found.key));
}
