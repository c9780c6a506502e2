import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_TABLES } from './testing/contract-tables.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { LOCAL, type Rows, rowsOf } from './testing/rows.ts';

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  primary: boolean;
  default: string | null;
  key: string | null;
}

const TYPES: Record<string, string> = {
  timestamptz: 'timestamp with time zone',
  timestamp: 'timestamp without time zone',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  bigserial: 'bigint',
  'int2[]': 'smallint[]',
  'varchar(10)': 'character varying(10)',
  'varchar(100)': 'character varying(100)',
};

const DEFAULTS: Record<string, string> = {
  now: 'now()',
  nil: "'00000000-0000-0000-0000-000000000000'::uuid",
  random: 'gen_random_uuid()',
  INC: "('INC-'::text || nextval('incident_id_seq'::regclass))",
};

/** Where ours is meant to differ, and why. */
const OURS: Record<string, Partial<Column>> = {
  // A check that is written without times has the time of its writing.
  'checks.created_at': { default: 'now()' },
  'checks.updated_at': { default: 'now()' },
  // A hypothesis goes with all that is said in it, and the history stays.
  'hypotheses.parent_id': { key: 'hypotheses_parent_id_fkey hypotheses cascade' },
  'evidences.hypothesis_id': { key: 'evidences_hypothesis_id_fkey hypotheses cascade' },
  'comments.hypothesis_id': { key: 'comments_hypothesis_id_fkey hypotheses cascade' },
  'comment_responders.comment_id': { key: 'comment_responders_comment_id_fkey comments cascade' },
  'incident_histories.hypothesis_id': { key: 'incident_histories_hypothesis_id_fkey hypotheses set null' },
  'incident_histories.responder_id': { key: 'incident_histories_responder_id_fkey responders set null' },
  'incident_histories.evidence_id': { key: 'incident_histories_evidence_id_fkey evidences set null' },
  'incident_histories.comment_id': { key: 'incident_histories_comment_id_fkey comments set null' },
};

function defaultOf(type: string, text: string | undefined): string | null {
  if (type === 'bigserial') return "nextval('casbin_rule_id_seq'::regclass)";
  if (text === undefined) return null;
  if (text === 'ulid') return type === 'uuid' ? 'generate_ulid()' : 'uuid_to_ulid(generate_ulid())';
  const known = DEFAULTS[text];
  if (known) return known;
  if (/^(true|false|\d{1,9})$/.test(text)) return text;
  if (/^\d+$/.test(text)) return `'${text}'::bigint`;
  return `'${text === "''" ? '' : text}'::${type}`;
}

/** Reads "names type[!] [pk] [=default] [>table[*] [foreign key]]". */
function parseColumns(table: string, text: string): Column[] {
  const match = /^(\S+) (\S+?)(!?)( pk)?(?: =(\S+))?(?: >(\w+)(\*?)(?: (\w+))?)?$/.exec(text);
  if (!match) throw new Error(`not a column of ${table}: ${text}`);
  const [, names = '', type = '', required, primary, given, target, cascade, key] = match;
  return names.split(',').map((name) => ({
    name,
    type: TYPES[type] ?? type,
    nullable: !required,
    primary: Boolean(primary),
    default: defaultOf(type, given),
    key: target ? `${key ?? `${table}_${name}_fkey`} ${target}${cascade ? ' cascade' : ''}` : null,
    ...OURS[`${table}.${name}`],
  }));
}

const expected: [string, Column[]][] = CONTRACT_TABLES.trim()
  .split(/\n(?=\w)/)
  .map((entry) => {
    const [table = '', columns = ''] = entry.replace(/\n\s*/g, ' ').split(/: (.*)/);
    return [table, columns.split('; ').flatMap((column) => parseColumns(table, column))];
  });

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
    coalesce(a.attnum = any (p.conkey), false) as primary,
    case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default,
    f.conname || ' ' || f.confrelid::regclass || case f.confdeltype when 'c' then ' cascade' when 'n' then ' set null' else '' end
      as key
  from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join pg_constraint p on p.conrelid = a.attrelid and p.contype = 'p'
  left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum] and f.conparentid = 0
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped and a.attname = any ($2)
  order by array_position($2, a.attname::text)`;

let test: TestDatabase;
let db: Rows;
beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
});
afterAll(() => test.drop());

describe('the tables', () => {
  it('of the contract are all told here', () => {
    expect(expected).toHaveLength(67);
    expect(expected.flatMap(([, columns]) => columns).length).toBeGreaterThan(600);
  });

  it.each(expected)('%s has its columns, defaults and keys', async (table, columns) => {
    expect(await db.all(COLUMNS, [table, columns.map(({ name }) => name)])).toEqual(columns);
  });

  it('check some references at the end of a transaction alone', async () => {
    const rows = await db.all(
      `select conname as name from pg_constraint where condeferred and contype = 'f' and conparentid = 0 order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'check_config_relationships_config_id_fkey',
      'config_analysis_config_id_fkey',
      'config_changes_config_id_fkey',
      'config_items_parent_id_fkey',
      'config_relationships_config_id_fkey',
      'config_relationships_related_id_fkey',
      // Ours: a change that is merged is taken out and put in again.
      'evidences_config_change_id_fkey',
    ]);
  });
});

describe('unique', () => {
  it.each([
    [
      'topologies',
      'agent_id, name, namespace',
      `deleted_at IS NULL AND agent_id = '00000000-0000-0000-0000-000000000000'::uuid`,
    ],
    ['components', 'topology_id, type, name, parent_id', null],
    ['component_relationships', 'component_id, relationship_id, selector_id', null],
    ['check_component_relationships', 'component_id, check_id, canary_id, selector_id', null],
    ['check_config_relationships', 'config_id, check_id, canary_id, selector_id', null],
    ['config_component_relationships', 'component_id, config_id', null],
    ['team_components', 'team_id, component_id, selector_id', null],
    ['config_locations', 'id, location', null],
    ['config_changes', 'config_id, external_change_id', null],
    ['config_relationships', 'related_id, config_id, relation', null],
    ['incidents', 'incident_id', null],
    // Ours: the name of a deleted row is free again.
    ['incident_rules', 'name', 'deleted_at IS NULL'],
    ['teams', 'name', 'deleted_at IS NULL'],
    ['people', 'email', 'deleted_at IS NULL'],
    ['access_tokens', 'person_id, name', null],
    ['agents', 'name', 'deleted_at IS NULL'],
    ['connections', 'name, namespace', 'deleted_at IS NULL'],
    ['event_queue', 'name, properties', null],
    ['notifications', 'name, namespace', 'deleted_at IS NULL'],
    ['notification_group_resources', 'group_id, config_id, check_id, component_id', 'resolved_at IS NULL'],
    ['playbooks', 'namespace, name, category', 'deleted_at IS NULL'],
    ['permission_groups', 'namespace, name', 'deleted_at IS NULL'],
    ['casbin_rule', 'ptype, v0, v1, v2, v3, v4, v5', null],
    ['config_access', 'config_id, external_user_id, external_group_id, external_role_id', 'deleted_at IS NULL'],
  ])('%s (%s) where %s', async (table, columns, where) => {
    const rows = await db.all(
      `select replace(replace(replace(pg_get_expr(i.indpred, i.indrelid), '((', ''), '))', ''), ') AND (', ' AND ') as where
       from pg_index i where i.indrelid = to_regclass($1) and i.indisunique and not i.indisprimary
         and (select string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n) from generate_series(1, i.indnkeyatts) n) = $2`,
      [table, columns],
    );
    expect(rows.map((row) => (row.where === null ? null : String(row.where).replace(/^\(|\)$/g, '')))).toEqual([where]);
  });

  it('members of a group with nothing in a column are the same', async () => {
    const same = async (table: string): Promise<unknown> =>
      (
        await db.one('select bool_or(indnullsnotdistinct) as same from pg_index where indrelid = to_regclass($1)', [
          table,
        ])
      ).same;
    expect(await same('notification_group_resources')).toBe(true);
    expect(await same('casbin_rule')).toBe(true);
  });
});

describe('indexes', () => {
  it.each([
    [
      'config_items',
      [
        'scraper_id',
        'parent_id',
        'external_id',
        'deleted_at',
        'tags',
        'tags_values',
        'properties_values',
        'agent_id, name, type, config_class',
        'path',
        'length(path)',
      ],
    ],
    [
      'config_changes',
      ['created_at', 'change_type', 'config_id, created_at', 'config_id, change_type', 'fingerprint, created_at'],
    ],
    ['config_analysis', ['config_id', 'last_observed', 'scraper_id']],
    [
      'components',
      [
        'properties',
        'properties_values',
        'length(path)',
        'deleted_at',
        'agent_id',
        'parent_id',
        'config_id',
        'configs',
      ],
    ],
    ['event_queue', ['properties', 'name, delay, attempts, last_attempt, priority, created_at']],
    ['playbook_run_actions', ['status, scheduled_time', 'playbook_run_id']],
    ['playbook_runs', ['parent_id']],
    ['permissions', ['config_id', 'component_id']],
    ['notification_silences', ['"from"', 'until']],
    ['view_panels', ['view_id, request_fingerprint']],
  ])('of %s', async (table, indexes) => {
    const rows = await db.all(
      `select (select string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n) from generate_series(1, i.indnkeyatts) n) as columns
       from pg_index i where i.indrelid = to_regclass($1)`,
      [table],
    );
    expect(rows.map((row) => row.columns)).toEqual(expect.arrayContaining(indexes));
  });
});

describe('what a row must be', () => {
  it('is said by the database', async () => {
    await expect(db.add('config_items', { type: '', config_class: 'x' })).rejects.toMatchObject({ code: '23514' });
    await expect(db.add('config_scrapers', { name: 'x', spec: {}, source: 'Elsewhere' })).rejects.toMatchObject({
      code: '22P02',
    });
    await expect(db.add('config_access', { id: 'x', config_id: LOCAL, created_at: 'now' })).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('values of tags and properties are listed for searches', async () => {
    const row = await db.add('config_items', {
      type: 'T',
      config_class: 'C',
      tags: { a: 'x', b: 'y' },
      properties: JSON.stringify([{ text: 't' }, { value: 7 }]),
    });
    expect(row).toMatchObject({ tags_values: ['x', 'y'], properties_values: ['t', 7] });
    expect(await db.add('config_items', { type: 'T', config_class: 'C' })).toMatchObject({
      tags_values: null,
      properties_values: null,
    });
  });

  it('seeds are there', async () => {
    expect(await db.all('select id, name, source::text, spec from config_scrapers')).toEqual([
      { id: LOCAL, name: 'System', source: 'System', spec: { schedule: '@every 5m', system: true } },
    ]);
    expect(await db.all('select id, name, aliases, icon from severities order by id')).toEqual([
      { id: 1, name: 'Critical', aliases: ['P1'], icon: 'error' },
      { id: 2, name: 'Blocker', aliases: ['P2'], icon: 'error' },
      { id: 3, name: 'High', aliases: ['P3'], icon: 'warning' },
      { id: 4, name: 'Medium', aliases: ['P4'], icon: 'info' },
      { id: 5, name: 'Low', aliases: ['P4'], icon: 'info' },
    ]);
  });
});
