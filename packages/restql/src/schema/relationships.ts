import type { ForeignKey, Junction, Relation, Relationship } from './model.ts';

/** A relation with what relationships are made of. Keys and origins also of relations that are not served. */
export interface RelationFacts {
  oid: number;
  name: string;
  served: Relation | null;
  /** Sets of columns of which no two rows have the same values: the primary key first. */
  keys: readonly (readonly string[])[];
  foreignKeys: readonly ForeignKeyFacts[];
  /** For a view: its columns, each with the table's column that it passes on. */
  passes: readonly { column: string; table: number; from: string }[];
}

/** A foreign key by the catalog ids of its two tables. */
export interface ForeignKeyFacts {
  constraint: string;
  target: number;
  columns: ForeignKey['columns'];
}

type Pairs = Relationship['columns'];

/** A relation under which a table can be had: itself, or a view with all the columns that matter. */
interface Face {
  facts: RelationFacts;
  names: readonly string[];
}

const swap = (pairs: Pairs): Pairs => pairs.map(([one, other]) => [other, one] as const);

/**
 * All ways from one served relation to another (database contract §7.2): along foreign keys in both directions, for
 * views as for the tables whose columns they pass on, through junctions whose primary key holds both foreign keys, and
 * by functions that return rows of another relation for a row.
 */
export function findRelationships(all: readonly RelationFacts[]): Map<string, Relationship[]> {
  const byOid = new Map(all.map((facts) => [facts.oid, facts]));
  const facesOf = createFaces(all);
  const forward: Relationship[] = [];
  for (const table of all) {
    for (const key of table.foreignKeys) {
      const target = byOid.get(key.target);
      if (target === undefined) continue;
      const own = key.columns.map(([column]) => column);
      const isUnique = table.keys.some((unique) => sameSet(unique, own));
      for (const from of facesOf(table, own)) {
        for (const to of facesOf(
          target,
          key.columns.map(([, column]) => column),
        )) {
          forward.push(manyToOne(from, to, key.constraint, isUnique));
        }
      }
    }
  }
  const found = new Map<string, Relationship[]>();
  const add = (relationship: Relationship) => {
    const list = found.get(relationship.origin);
    if (list === undefined) found.set(relationship.origin, [relationship]);
    else list.push(relationship);
  };
  for (const one of forward) add(one);
  const isView = (name: string) => all.some(({ served }) => served?.name === name && served.kind !== 'table');
  for (const one of forward) add(inverse(one, isView(one.origin)));
  for (const one of throughJunctions(forward, all)) add(one);
  for (const { served } of all) if (served !== null) for (const one of computed(served, isView)) add(one);
  return found;
}

/** Under which served relations a table's columns can be had, and what the columns are called there. */
function createFaces(all: readonly RelationFacts[]): (table: RelationFacts, columns: readonly string[]) => Face[] {
  return (table, columns) => {
    const faces: Face[] = table.served === null ? [] : [{ facts: table, names: columns }];
    for (const view of all) {
      if (view.served === null || view.passes.length === 0) continue;
      const choices = columns.map((column) =>
        view.passes.filter((pass) => pass.table === table.oid && pass.from === column).map((pass) => pass.column),
      );
      for (const names of combinations(choices)) faces.push({ facts: view, names });
    }
    return faces;
  };
}

function combinations(choices: readonly (readonly string[])[]): string[][] {
  return choices.reduce<string[][]>(
    (made, names) => made.flatMap((before) => names.map((name) => [...before, name])),
    [[]],
  );
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

function manyToOne(from: Face, to: Face, constraint: string, isUnique: boolean): Relationship {
  return {
    origin: from.facts.name,
    target: to.facts.name,
    cardinality: isUnique ? 'one-to-one' : 'many-to-one',
    constraint,
    columns: from.names.map((name, index) => [name, to.names[index] ?? ''] as const),
    junction: null,
    isSelf: from.facts.oid === to.facts.oid,
    targetIsView: to.facts.served?.kind !== 'table',
    toOne: true,
  };
}

function inverse(one: Relationship, targetIsView: boolean): Relationship {
  const isUnique = one.cardinality === 'one-to-one';
  return {
    ...one,
    origin: one.target,
    target: one.origin,
    cardinality: isUnique ? 'one-to-one' : 'one-to-many',
    columns: swap(one.columns),
    targetIsView,
    toOne: isUnique,
  };
}

function throughJunctions(forward: readonly Relationship[], all: readonly RelationFacts[]): Relationship[] {
  const keys = new Map(all.flatMap(({ served }) => (served === null ? [] : [[served.name, served.primaryKey]])));
  const byJunction = Map.groupBy(
    forward.filter(({ cardinality }) => cardinality === 'many-to-one'),
    ({ origin }) => origin,
  );
  const found: Relationship[] = [];
  for (const [relation, sides] of byJunction) {
    const key = keys.get(relation) ?? [];
    for (const one of sides) {
      for (const other of sides) {
        const used = [...one.columns, ...other.columns].map(([column]) => column);
        if (one.constraint === other.constraint || !used.every((column) => key.includes(column))) continue;
        const junction: Junction = {
          relation,
          constraint: other.constraint,
          origin: swap(one.columns),
          target: other.columns,
        };
        found.push({
          origin: one.target,
          target: other.target,
          cardinality: 'many-to-many',
          constraint: one.constraint,
          columns: [],
          junction,
          isSelf: one.target === other.target,
          targetIsView: other.targetIsView,
          toOne: false,
        });
      }
    }
  }
  return found;
}

function computed(origin: Relation, isView: (name: string) => boolean): Relationship[] {
  return [...origin.functions.values()].flatMap(({ name, returns, single }) =>
    returns === null
      ? []
      : [
          {
            origin: origin.name,
            target: returns,
            cardinality: 'computed',
            constraint: name,
            columns: [],
            junction: null,
            isSelf: origin.name === returns,
            targetIsView: isView(returns),
            toOne: single,
          },
        ],
  );
}
