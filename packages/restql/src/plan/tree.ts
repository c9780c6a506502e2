import type { FieldPath, ParsedQuery, Scope, SelectEmbed, SelectField, SelectItem } from '../ast.ts';
import { RestError } from '../errors.ts';
import { findRelationship } from '../schema/find.ts';
import type { Relationship } from '../schema/model.ts';
import { sql } from '../sql.ts';
import { type PlanContext, qualified, relationSource, type Source } from './context.ts';

/** One level of a request: its own rows, or those of an embedded resource. */
export interface Level {
  source: Source;
  fields: readonly SelectField[];
  scope: Scope;
  embeds: readonly Embed[];
  /** `select=count`: the level answers one row, the number of its rows. */
  counts: boolean;
}

/** A level below another, and how it hangs there. */
export interface Embed {
  item: SelectEmbed;
  /** The name of its rows in the answer. */
  key: string;
  relationship: Relationship;
  level: Level;
}

const NOTHING: Scope = { conditions: [], order: [], limit: null, offset: null };
const ALL: SelectField = { kind: 'field', field: '*', alias: null, cast: null, aggregate: null };

/**
 * Compares what a request selects with the schema: finds every relationship, asks the policy for every relation, and
 * gives each level its filters, order and limits. Throws `PGRST200`, `PGRST201`, `PGRST108`, `PGRST119`, `PGRST123`.
 */
export function planTree(context: PlanContext, source: Source, query: Pick<ParsedQuery, 'select' | 'scopes'>): Level {
  const used = new Set<string>();
  const level = planLevel(context, source, query.select.length === 0 ? [ALL] : query.select, '', query.scopes, used);
  for (const path of query.scopes.keys()) {
    if (!used.has(path))
      throw notEmbedded(
        path.split('.').find((_, index, names) => !used.has(names.slice(0, index + 1).join('.'))) ?? path,
      );
  }
  return level;
}

/** The refusal of a filter or an order about a resource that the request does not embed. */
export function notEmbedded(name: string): RestError {
  return new RestError('PGRST108', {
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

function planLevel(
  context: PlanContext,
  source: Source,
  select: readonly SelectItem[],
  path: string,
  scopes: ParsedQuery['scopes'],
  used: Set<string>,
): Level {
  used.add(path);
  const fields = select.filter((item) => item.kind === 'field');
  if (fields.some(({ aggregate }) => aggregate !== null)) {
    throw new RestError('PGRST123', { message: 'Use of aggregate functions is not allowed' });
  }
  const embeds = select.flatMap((item): Embed[] => {
    if (item.kind === 'field') return [];
    const relationship = findRelationship(
      context.schema,
      source.relation?.name ?? source.name,
      item,
      context.access.isServed,
    );
    const key = item.alias ?? item.target;
    if (item.spread && !relationship.toOne) {
      throw new RestError('PGRST119', {
        message: `A spread operation on '${key}' is not possible`,
        details: `'${relationship.origin}' and '${key}' do not form a many-to-one or one-to-one relationship`,
      });
    }
    const below = pathOf(scopes, path, item);
    const target = embeddedSource(context, relationship);
    return [{ item, key, relationship, level: planLevel(context, target, item.select, below, scopes, used) }];
  });
  const scope = scopes.get(path) ?? NOTHING;
  return { source, fields, scope, embeds, counts: isCounted(source, fields, embeds, scope) };
}

/**
 * Whether `count` stands where a relation has no such column. PostgreSQL reads `relation.count` as `count(relation)`, so
 * that PostgREST counts rows although aggregates are off; nothing else can stand beside it. Throws 42803.
 */
function isCounted(source: Source, fields: Level['fields'], embeds: Level['embeds'], { order }: Scope): boolean {
  const { relation, columns, written } = source;
  if (columns.has('count') || relation?.functions.has('count') === true) return false;
  const isCount = ({ column, json }: FieldPath) => column === 'count' && json.length === 0;
  const counts = fields.filter(({ field }) => field !== '*' && isCount(field));
  if (counts.length === 0) return false;
  const isAlone =
    counts.length === fields.length &&
    embeds.length === 0 &&
    order.every((term) => term.relation === null && isCount(term.field));
  if (!isAlone || written === true) {
    throw new RestError('42803', {
      message: `count of ${source.name} is the number of its rows: nothing stands beside it`,
    });
  }
  return true;
}

/** Under which path a request speaks of an embedded resource: by its alias, or by its target where it uses that. */
function pathOf(scopes: ParsedQuery['scopes'], path: string, { alias, target }: SelectEmbed): string {
  const start = path === '' ? '' : `${path}.`;
  const isSpokenOf = (name: string): boolean =>
    [...scopes.keys()].some((key) => key === start + name || key.startsWith(`${start}${name}.`));
  return start + (alias !== null && (isSpokenOf(alias) || !isSpokenOf(target)) ? alias : target);
}

/** The rows of an embedded resource. All relations on the way to them are asked for. */
function embeddedSource(context: PlanContext, { target, junction, cardinality, constraint }: Relationship): Source {
  const relation = context.schema.relations.get(target);
  if (relation === undefined) throw new Error(`the schema has a relationship to ${target}, but no such relation`);
  if (junction !== null) context.access.relation(junction.relation, 'read');
  const source = relationSource(context, relation);
  if (cardinality !== 'computed') return source;
  const { rows } = context.access.routine(constraint);
  if (rows === undefined) return { ...source, from: sql`${qualified(context.schema, constraint)}` };
  const both = source.allowed.rows;
  return {
    ...source,
    from: qualified(context.schema, constraint),
    allowed: {
      ...source.allowed,
      rows: (row) => (both === undefined ? rows(row) : sql`(${rows(row)}) and (${both(row)})`),
    },
  };
}
