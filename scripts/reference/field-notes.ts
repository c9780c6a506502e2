import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { membersOf, type SourceMember } from './doc-comments.ts';
import { type JsonSchema, sharedShapeOf } from './json-schema.ts';

/** The fields of a schema with what their doc comments say; `inner` are those of a named schema that a field uses. */
export type FieldNotes = ReadonlyMap<string, { comment: string; inner: FieldNotes }>;

const EMPTY: FieldNotes = new Map();

/** Reads the doc comments of one named schema or shape of a source, and of the ones it refers to or spreads. */
export function fieldNotes(source: string, name: string): FieldNotes {
  const opening = new RegExp(String.raw`^(?:export )?const ${name}\b[^=]*=\s*(?:z\s*\.object\()?\{\n`, 'm');
  const notes = new Map<string, { comment: string; inner: FieldNotes }>();
  const start = opening.exec(source);
  if (start === null) return EMPTY;
  const body = source.slice(start.index).split(/^\}/m)[0] ?? '';
  for (const [, spread = ''] of body.matchAll(/^ {2}\.\.\.(\w+),$/gm)) {
    for (const [field, note] of fieldNotes(source, spread)) notes.set(field, note);
  }
  // Members follow the spreads, which the reader of members does not know.
  const members: SourceMember[] = membersOf(source.replace(/^ {2}\.\.\.\w+,\n/gm, ''), opening);
  for (const { name: field, value, comment } of members) {
    const used = /\b(\w+(?:Field|Schema))\b/.exec(value)?.[1];
    notes.set(field, { comment, inner: used === undefined || used === name ? EMPTY : fieldNotes(source, used) });
  }
  return notes;
}

/** Adds the notes to a JSON schema as descriptions. */
export function describe(schema: JsonSchema, notes: FieldNotes): JsonSchema {
  if (schema.items) return { ...schema, items: describe(schema.items, notes) };
  // A shape that has a name is explained once, elsewhere.
  if (!schema.properties || sharedShapeOf(schema) !== null) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]): [string, JsonSchema] => {
    const note = notes.get(name);
    if (note === undefined) return [name, property];
    const inner = describe(property, note.inner);
    return [name, note.comment === '' ? inner : { ...inner, description: note.comment }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The sources of the check types. `types` is the folder `packages/checks/src/types`. */
export interface TypeSources {
  /** The text that all types share. */
  shared: string;
  /** By folder: the schema's name and the text that defines it. */
  byFolder: ReadonlyMap<string, { schemaName: string; text: string; run: string }>;
}

/** Reads the sources of all check types. */
export function readTypeSources(types: string): TypeSources {
  const read = (...path: string[]) => {
    try {
      return readFileSync(join(types, ...path), 'utf8');
    } catch {
      return '';
    }
  };
  const shared = read('fields.ts') + read('sql.ts');
  const folders = readdirSync(types, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const byFolder = new Map(
    folders.map(({ name }) => {
      const index = read(name, 'index.ts');
      const schemaName = /\n {2}schema: (\w+),/.exec(index)?.[1] ?? '';
      return [name, { schemaName, text: read(name, 'schema.ts') + index + shared, run: read(name, 'run.ts') }];
    }),
  );
  return { shared, byFolder };
}
