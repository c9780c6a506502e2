import type { RestDatabase } from '../types.ts';
import { type Catalog, type ColumnRow, type RelationRow, readCatalog, readMaintained } from './catalog.ts';
import type { Relation, RowFunction, SchemaModel } from './model.ts';
import { findRelationships, type RelationFacts } from './relationships.ts';
import { readRoutines } from './routines.ts';
import { castNames, createTypeFinder, type TypeFinder, toColumn } from './types.ts';
import { readViewOrigins } from './view-origins.ts';

const INSERT = 8;
const UPDATE = 4;
const DELETE = 16;
/** Views over views over views: a rule that goes in circles cannot be made, but a limit costs nothing. */
const MAX_VIEW_DEPTH = 32;

/** Reads what one schema of the database serves. Rejects as the database does. */
export async function readSchema(database: RestDatabase, schema: string): Promise<SchemaModel> {
  const model = buildModel(await database.transaction((run) => readCatalog(run, schema)));
  return { ...model, ...(await readMaintained(database, model)) };
}

/** Makes the model of what a catalog tells. */
export function buildModel(catalog: Catalog): SchemaModel {
  const typeOf = createTypeFinder(catalog.types);
  const columnsOf = Map.groupBy(catalog.columns, ({ relation }) => relation);
  const nameOf = (relation: number, number: number) =>
    columnsOf.get(relation)?.find((column) => column.number === number)?.name ?? '';
  const keysOf = createKeys(catalog, nameOf);
  const passesOf = createPasses(catalog, nameOf);
  const { routines, rowFunctions } = readRoutines(catalog, typeOf, columnsOf);
  const relationNames = new Map(catalog.relations.map(({ oid, name }) => [oid, name]));
  const facts = catalog.relations.map((row): RelationFacts => {
    const passes = passesOf(row);
    const keys = keysOf(row.oid);
    const primary = row.rule === null ? keys.primary : viewKey(passes, keysOf);
    const served =
      row.schema === catalog.schema
        ? {
            ...toRelation(row, columnsOf.get(row.oid) ?? [], primary, rowFunctions.get(row.oid), typeOf),
            origins: new Map(passes.map(({ column, table }) => [column, relationNames.get(table) ?? ''])),
          }
        : null;
    return {
      oid: row.oid,
      name: row.name,
      served,
      keys: keys.unique,
      passes,
      foreignKeys: catalog.constraints
        .filter(({ relation, kind }) => kind === 'f' && relation === row.oid)
        .map(({ name, target, columns, target_columns }) => ({
          constraint: name,
          target,
          columns: columns.map(
            (number, index) => [nameOf(row.oid, number), nameOf(target, target_columns?.[index] ?? 0)] as const,
          ),
        })),
    };
  });
  const relations = new Map(facts.flatMap(({ name, served }) => (served === null ? [] : [[name, served] as const])));
  return {
    name: catalog.schema,
    description: catalog.description,
    relations,
    relationships: findRelationships(facts),
    routines,
    types: castNames(catalog.types, catalog.schema),
    names: collectNames(catalog),
    counted: new Set(),
    noted: new Map(),
    searched: new Map(),
  };
}

function createKeys({ constraints }: Catalog, nameOf: (relation: number, number: number) => string) {
  const byRelation = Map.groupBy(constraints, ({ relation }) => relation);
  return (relation: number) => {
    const keys = (byRelation.get(relation) ?? []).filter(({ kind }) => kind !== 'f');
    const named = (kind: string) =>
      keys.filter((key) => key.kind === kind).map(({ columns }) => columns.map((number) => nameOf(relation, number)));
    return { primary: named('p')[0] ?? [], unique: [...named('p'), ...named('u')] };
  };
}

/** The columns of a view, each with the column of a table that it passes on, through the views it reads. */
function createPasses({ relations }: Catalog, nameOf: (relation: number, number: number) => string) {
  const rules = new Map(
    relations.map(({ oid, rule }) => [
      oid,
      rule === null ? null : new Map(readViewOrigins(rule).map((origin) => [origin.number, origin])),
    ]),
  );
  const follow = (relation: number, column: number, depth: number): { table: number; from: string } | null => {
    const origins = rules.get(relation);
    if (origins === null) return { table: relation, from: nameOf(relation, column) };
    const origin = origins?.get(column);
    return origin === undefined || depth > MAX_VIEW_DEPTH ? null : follow(origin.relation, origin.column, depth + 1);
  };
  return ({ oid }: RelationRow) =>
    [...(rules.get(oid)?.keys() ?? [])].flatMap((number) => {
      const pass = follow(oid, number, 0);
      return pass === null ? [] : [{ column: nameOf(oid, number), ...pass }];
    });
}

/** The first table key of which a view has all columns. */
function viewKey(passes: RelationFacts['passes'], keysOf: (relation: number) => { primary: string[] }): string[] {
  for (const table of new Set(passes.map((pass) => pass.table))) {
    const { primary } = keysOf(table);
    const names = primary.map((from) => passes.find((pass) => pass.table === table && pass.from === from)?.column);
    const known = names.filter((name) => name !== undefined);
    if (known.length > 0 && known.length === primary.length) return known;
  }
  return [];
}

function toRelation(
  row: RelationRow,
  columns: readonly ColumnRow[],
  primaryKey: readonly string[],
  functions: ReadonlyMap<string, RowFunction> | undefined,
  typeOf: TypeFinder,
): Omit<Relation, 'origins'> {
  return {
    name: row.name,
    kind: row.kind === 'v' ? 'view' : row.kind === 'm' ? 'materialized' : 'table',
    columns: new Map(columns.map((column) => [column.name, toColumn(column, typeOf)])),
    primaryKey,
    isPlain: row.kind === 'r',
    insertable: (row.events & INSERT) !== 0,
    updatable: (row.events & UPDATE) !== 0,
    deletable: (row.events & DELETE) !== 0,
    description: row.description,
    functions: functions ?? new Map(),
  };
}

function collectNames({ relations, columns, constraints, routines }: Catalog): Map<string, string> {
  const all = [relations, columns, constraints, routines].flatMap((rows) => rows.map(({ name }) => name));
  return new Map(all.map((name) => [name, name]));
}
