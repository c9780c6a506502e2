import { describe, expect, it } from 'vitest';
import { RestError } from '../errors.ts';
import { HARBOUR, sketchModel } from '../testing/model.ts';
import { findRelationship } from './find.ts';

const model = sketchModel(HARBOUR);
const all = () => true;
const find = (origin: string, target: string, hint: string | null = null, isServed: (name: string) => boolean = all) =>
  findRelationship(model, origin, { target, hint }, isServed);

function refusal(act: () => unknown): RestError {
  try {
    act();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('findRelationship', () => {
  it.each([
    ['by the relation', 'berths', 'ships', null, 'berths_ship_fkey'],
    ['by the constraint', 'ships', 'ships_owner_fkey', null, 'ships_owner_fkey'],
    ['by the foreign key column', 'ships', 'owner_id', null, 'ships_owner_fkey'],
    ['by the relation and the constraint', 'ships', 'owners', 'ships_agent_fkey', 'ships_agent_fkey'],
    ['by the relation and our column', 'ships', 'owners', 'agent_id', 'ships_agent_fkey'],
    ['by the relation and their column', 'owners', 'ships', 'agent_id', 'ships_agent_fkey'],
    ['by the relation and the junction', 'ships', 'sailors', 'crews', 'crews_ship_fkey'],
    ['from a view, by the column', 'fleet', 'owner_id', null, 'ships_owner_fkey'],
    ['to a view, by the constraint of its table', 'berths', 'fleet', 'berths_ship_fkey', 'berths_ship_fkey'],
    ['by the function', 'owners', 'flagship', null, 'flagship'],
  ])('%s', (_how, origin, target, hint, constraint) => {
    expect(find(origin, target, hint).constraint).toBe(constraint);
  });

  it('reads a relation of a table with itself by the name as its many, by the column as its one', () => {
    expect(find('owners', 'owners').cardinality).toBe('one-to-many');
    expect(find('owners', 'parent_id').cardinality).toBe('many-to-one');
    expect(find('owners', 'owners', 'parent_id').cardinality).toBe('one-to-many');
  });

  it('refuses what leads nowhere with PGRST200, and says what was looked for', () => {
    expect(refusal(() => find('ships', 'clouds'))).toMatchObject({ code: 'PGRST200', status: 400 });
    const error = refusal(() => find('ships', 'owners', 'nothing'));
    expect(error.code).toBe('PGRST200');
    expect(String(error.details)).toContain("using the hint 'nothing'");
    expect(refusal(() => find('clouds', 'ships')).code).toBe('PGRST200');
    // A constraint alone never means a view.
    expect(refusal(() => find('fleet_names', 'owner_id')).code).toBe('PGRST200');
  });

  it('refuses what may mean several with PGRST201, and names them', () => {
    const error = refusal(() => find('ships', 'owners'));
    expect(error).toMatchObject({ code: 'PGRST201', status: 300 });
    expect(error.details).toEqual([
      {
        cardinality: 'many-to-one',
        embedding: 'ships with owners',
        relationship: 'ships_owner_fkey using ships(owner_id) and owners(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'ships with owners',
        relationship: 'ships_agent_fkey using ships(agent_id) and owners(id)',
      },
    ]);
    expect(error.hint).toContain("'owners!ships_owner_fkey', 'owners!ships_agent_fkey'");
  });

  it('does not tell of relations and junctions that do not exist for the caller', () => {
    expect(refusal(() => find('berths', 'ships', null, (name) => name !== 'ships')).code).toBe('PGRST200');
    expect(refusal(() => find('ships', 'sailors', null, (name) => name !== 'crews')).code).toBe('PGRST200');
  });
});
