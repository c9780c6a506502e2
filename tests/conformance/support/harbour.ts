/** What kind of values a column of the neutral schema has. */
export type ColumnKind = 'int' | 'text' | 'enum' | 'bool' | 'json' | 'array' | 'range' | 'time' | 'date' | 'number';

/** A relation of the neutral schema, as much as is needed to make requests about it. */
export interface HarbourRelation {
  columns: Readonly<Record<string, ColumnKind>>;
  key: readonly string[];
  /** What can stand in `select` to embed, and the relation that it leads to. */
  embeds: Readonly<Record<string, string>>;
}

const shipColumns = {
  id: 'int',
  name: 'text',
  kind: 'enum',
  captain_id: 'int',
  home_port_id: 'int',
  tonnage: 'int',
} as const;

/** The neutral schema of `harbour.sql`. */
export const harbour: Readonly<Record<string, HarbourRelation>> = {
  ports: {
    columns: { id: 'int', name: 'text', country: 'text', opened: 'date', depth: 'number', tags: 'array', info: 'json' },
    key: ['id'],
    embeds: { ships: 'ships', 'voyages!from_port': 'voyages', 'voyages!voyages_to_port_fkey': 'voyages' },
  },
  captains: {
    columns: { id: 'int', name: 'text', mentor_id: 'int', born: 'date', rating: 'number' },
    key: ['id'],
    embeds: { ships: 'ships', mentor_id: 'captains', small_ships: 'small_ships' },
  },
  ships: {
    columns: {
      ...shipColumns,
      active: 'bool',
      specs: 'json',
      tags: 'array',
      berth: 'range',
      built: 'time',
      price: 'number',
      label: 'text',
    },
    key: ['id'],
    embeds: {
      captains: 'captains',
      captain_id: 'captains',
      ports: 'ports',
      'ports!home_port_id': 'ports',
      voyages: 'voyages',
      registrations: 'registrations',
      crew: 'crew',
      sailors: 'sailors',
      nowhere: 'ports',
    },
  },
  registrations: {
    columns: { ship_id: 'int', code: 'text', issued: 'date' },
    key: ['ship_id'],
    embeds: { ships: 'ships', ship_id: 'ships' },
  },
  voyages: {
    columns: {
      id: 'int',
      ship_id: 'int',
      from_port: 'int',
      to_port: 'int',
      departs: 'time',
      days: 'int',
      cargo: 'json',
    },
    key: ['id'],
    embeds: { ships: 'ships', from_port: 'ports', 'ports!to_port': 'ports' },
  },
  sailors: {
    columns: { id: 'int', name: 'text', nickname: 'text' },
    key: ['id'],
    embeds: { crew: 'crew', ships: 'ships' },
  },
  crew: {
    columns: { ship_id: 'int', sailor_id: 'int', role: 'text' },
    key: ['ship_id', 'sailor_id'],
    embeds: { ships: 'ships', sailors: 'sailors', shifts: 'shifts' },
  },
  shifts: {
    columns: { id: 'int', ship_id: 'int', sailor_id: 'int', day: 'date', hours: 'int' },
    key: ['id'],
    embeds: { crew: 'crew' },
  },
  active_ships: {
    columns: shipColumns,
    key: ['id'],
    embeds: { captains: 'captains', voyages: 'voyages', ports: 'ports' },
  },
  small_ships: {
    columns: { id: 'int', title: 'text', boss: 'int' },
    key: ['id'],
    embeds: { boss: 'captains', captains: 'captains' },
  },
};

/** Values for each kind of column, a few of them wrong. */
export const sampleValues: Readonly<Record<ColumnKind, readonly string[]>> = {
  int: ['1', '2', '3', '5', '99', '-1', '', 'x', '1.5', '99999999999'],
  text: ['Albatross', 'a', 'A*', '*e*', 'Dune, West', '', 'null', 'deck', '"q"', 'x y', 'é', "it's", '%', '_l%', '\\'],
  enum: ['tug', 'ferry', 'trawler', 'boat', ''],
  bool: ['true', 'false', 't', '0', 'x'],
  json: ['{"speed":11}', '{}', '[]', '5', '"a"', '{"deck":{"cars":40}}', '{bad'],
  array: ['{fast}', '{car,fast}', '{}', '{"a b"}', 'fast', '{deep,old}'],
  range: ['[1,5)', '(2,4]', 'empty', '[,)', 'x'],
  time: ['2010-10-10', '2025-01-05T08:00:00Z', 'now()', '2001-02-03 04:05:06+00', 'never'],
  date: ['1901-05-01', '2025-01-01', 'now()', '1950-13-01'],
  number: ['7.5', '12.25', '0', '-1', '1e20', 'NaN', 'x'],
};
