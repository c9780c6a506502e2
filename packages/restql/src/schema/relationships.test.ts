import { describe, expect, it } from 'vitest';
import { HARBOUR, sketchModel } from '../testing/model.ts';

const model = sketchModel(HARBOUR);

/** The ways from one relation to another, in short. */
function ways(origin: string, target: string): string[] {
  return (model.relationships.get(origin) ?? [])
    .filter((one) => one.target === target)
    .map(({ cardinality, constraint, columns, junction }) => {
      const pairs = columns.map(([own, other]) => `${own}=${other}`).join();
      return [cardinality, constraint, junction?.relation ?? pairs].join(' ');
    });
}

describe('relationships', () => {
  it('follow a foreign key in both directions', () => {
    expect(ways('ships', 'owners')).toEqual([
      'many-to-one ships_owner_fkey owner_id=id',
      'many-to-one ships_agent_fkey agent_id=id',
    ]);
    expect(ways('owners', 'ships')).toEqual([
      'one-to-many ships_owner_fkey id=owner_id',
      'one-to-many ships_agent_fkey id=agent_id',
      'computed flagship ',
    ]);
  });

  it('are one to one where the foreign key is a key', () => {
    expect(ways('berths', 'ships')).toEqual(['one-to-one berths_ship_fkey ship_id=id']);
    expect(ways('ships', 'berths')).toEqual(['one-to-one berths_ship_fkey id=ship_id']);
    const [back] = (model.relationships.get('ships') ?? []).filter(({ target }) => target === 'berths');
    expect(back).toMatchObject({ toOne: true, targetIsView: false });
  });

  it('lead through a junction whose key holds both foreign keys', () => {
    expect(ways('ships', 'sailors')).toEqual(['many-to-many crews_ship_fkey crews']);
    expect(ways('sailors', 'ships')).toEqual(['many-to-many crews_sailor_fkey crews']);
    const [through] = (model.relationships.get('ships') ?? []).filter(({ target }) => target === 'sailors');
    expect(through?.junction).toEqual({
      relation: 'crews',
      constraint: 'crews_sailor_fkey',
      origin: [['id', 'ship_id']],
      target: [['sailor_id', 'id']],
    });
    // A table with two foreign keys that are no part of its key is no junction.
    expect(ways('owners', 'owners').some((way) => way.startsWith('many-to-many'))).toBe(false);
  });

  it('are those of the tables for views, on either side and through other views', () => {
    expect(ways('fleet', 'owners')).toEqual(['many-to-one ships_owner_fkey owner_id=id']);
    expect(ways('owners', 'fleet')).toEqual(['one-to-many ships_owner_fkey id=owner_id']);
    expect(ways('berths', 'fleet')).toEqual(['one-to-one berths_ship_fkey ship_id=id']);
    expect(ways('fleet_names', 'berths')).toEqual(['one-to-one berths_ship_fkey id=ship_id']);
    expect(ways('fleet_names', 'sailors')).toEqual(['many-to-many crews_ship_fkey crews']);
    expect(ways('fleet_names', 'owners')).toEqual([]);
    expect(model.relationships.get('unrelated')).toBeUndefined();
  });

  it('lead to a table itself in both directions', () => {
    expect(ways('owners', 'owners')).toEqual([
      'many-to-one owners_parent_fkey parent_id=id',
      'one-to-many owners_parent_fkey id=parent_id',
    ]);
  });

  it('are also functions that return rows of a relation for a row', () => {
    const [sisters] = (model.relationships.get('ships') ?? []).filter(({ cardinality }) => cardinality === 'computed');
    expect(sisters).toMatchObject({ constraint: 'sisters', target: 'ships', toOne: false, isSelf: true });
    const [flagship] = (model.relationships.get('owners') ?? []).filter(
      ({ cardinality }) => cardinality === 'computed',
    );
    expect(flagship).toMatchObject({ constraint: 'flagship', toOne: true });
  });

  it('never lead to what is not served', () => {
    const all = [...model.relationships.values()].flat();
    expect(all.filter(({ origin, target }) => origin === 'hidden' || target === 'hidden')).toEqual([]);
    expect(model.relations.has('hidden')).toBe(false);
  });
});

describe('a model', () => {
  it('knows the key of a view by the table whose rows it has', () => {
    expect(model.relations.get('fleet')).toMatchObject({ kind: 'view', primaryKey: ['id'] });
    expect(model.relations.get('unrelated')?.primaryKey).toEqual([]);
  });

  it('knows which columns PostgreSQL makes, and the defaults of the others', () => {
    const columns = model.relations.get('ships')?.columns;
    expect(columns?.get('tons')).toMatchObject({ generated: true, default: null });
    expect(columns?.get('built')).toMatchObject({ generated: false, default: 'now()', type: { kind: 'time' } });
    expect(columns?.get('name')).toMatchObject({ notNull: true, type: { sql: 'text', kind: 'text' } });
  });

  it('tells computed columns from functions that can only be called', () => {
    expect([...(model.relations.get('ships')?.functions.keys() ?? [])]).toEqual(['initials', 'sisters']);
    expect(model.relations.get('owners')?.functions.get('flagship')?.returns).toBe('ships');
    expect(model.routines.get('add')?.[0]).toMatchObject({
      result: { kind: 'scalar', set: false },
      volatility: 'immutable',
      arguments: [
        { name: 'a', required: true },
        { name: 'b', required: false },
      ],
    });
    expect(model.routines.get('sink')?.[0]?.result).toEqual({ kind: 'void' });
    expect(model.routines.get('find_ships')?.[0]?.result).toMatchObject({ kind: 'rows', relation: 'ships', set: true });
  });

  it('knows types by the names that a cast may use', () => {
    for (const name of ['int4', 'integer', 'timestamptz', 'text[]', '_text']) expect(model.types.has(name)).toBe(true);
    expect(model.types.get('int4')).toBe('integer');
    for (const name of ['void', 'record', 'nothing']) expect(model.types.has(name)).toBe(false);
  });

  it('knows all names that a statement may spell', () => {
    for (const name of ['ships', 'owner_id', 'ships_owner_fkey', 'add', 'title']) {
      expect(model.names.get(name)).toBe(name);
    }
    expect(model.names.has('anything')).toBe(false);
  });
});
