import type { Database } from '../database.ts';

/** A row as a statement gives it. */
export type Row = Record<string, unknown>;

/** Short ways to write and read rows in tests of the schema. */
export interface Rows {
  /** The rows of any statement. */
  all(sql: string, values?: unknown[]): Promise<Row[]>;
  /** The one row of a statement. @throws Error when there is none. */
  one(sql: string, values?: unknown[]): Promise<Row>;
  /** Inserts a row and resolves with it as stored. Objects become json, arrays of text stay arrays. */
  add(table: string, columns?: Row): Promise<Row & { id: string }>;
  /** Changes the row of an id and resolves with it as stored. */
  set(table: string, id: unknown, columns: Row): Promise<Row>;
  /** The events in the outbox whose name begins so, as [name, properties], by name and then by time. */
  events(prefix: string): Promise<[string, unknown][]>;
  /** Empties the outbox. */
  forget(): Promise<void>;
}

/** The id of the local agent. */
export const LOCAL = '00000000-0000-0000-0000-000000000000';

/** The helpers over one test database. */
export function rowsOf(database: Database): Rows {
  const all = async (sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query<Row>(sql, values)).rows;
  const one = async (sql: string, values: unknown[] = []): Promise<Row> => {
    const [row] = await all(sql, values);
    if (!row) throw new Error(`no row: ${sql}`);
    return row;
  };
  const bind = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;
  return {
    all,
    one,
    add: async (table, columns = {}) => {
      const names = Object.keys(columns);
      const row = await one(
        names.length === 0
          ? `insert into ${table} default values returning *`
          : `insert into ${table} (${names.map((n) => `"${n}"`).join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning *`,
        Object.values(columns).map(bind),
      );
      return { ...row, id: String(row.id) };
    },
    set: (table, id, columns) =>
      one(
        `update ${table} set ${Object.keys(columns)
          .map((n, i) => `"${n}" = $${i + 2}`)
          .join()} where id = $1 returning *`,
        [id, ...Object.values(columns).map(bind)],
      ),
    events: async (prefix) =>
      (
        await all(
          'select name, properties from event_queue where starts_with(name, $1) order by name, created_at, properties',
          [prefix],
        )
      ).map((row) => [String(row.name), row.properties]),
    forget: async () => {
      await all('delete from event_queue');
    },
  };
}
