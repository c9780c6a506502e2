import { RestError } from '../errors.ts';
import type { Relationship, SchemaModel } from './model.ts';

type Pairs = Relationship['columns'];

const isSingle = (pairs: Pairs, side: 0 | 1, name: string) => pairs.length === 1 && pairs[0]?.[side] === name;

/** Whether a relationship is what `target!hint(…)` means, as PostgREST reads it (its guide on resource embedding). */
function isMeant(one: Relationship, target: string, hint: string | null): boolean {
  if (one.cardinality === 'computed') return one.constraint === target;
  const isForward = one.cardinality === 'many-to-one';
  const isBackward = one.cardinality === 'one-to-many';
  if (one.isSelf) {
    const byName = one.target === target && isBackward;
    return hint === null
      ? byName || (isForward && isSingle(one.columns, 0, target))
      : byName && isSingle(one.columns, 1, hint);
  }
  const isDirect = one.cardinality !== 'many-to-many';
  if (hint === null) {
    const byKey = isDirect && (one.constraint === target || isSingle(one.columns, 0, target));
    return one.target === target || (byKey && !one.targetIsView);
  }
  if (one.target !== target) return false;
  return isDirect
    ? one.constraint === hint || isSingle(one.columns, 0, hint) || isSingle(one.columns, 1, hint)
    : one.junction?.relation === hint;
}

/**
 * Finds the one relationship that an embedded resource means. `isServed` leaves out relations that do not exist for the
 * caller. Throws `PGRST200` for none, and `PGRST201` naming the candidates for more than one.
 */
export function findRelationship(
  schema: SchemaModel,
  origin: string,
  { target, hint }: { target: string; hint: string | null },
  isServed: (relation: string) => boolean,
): Relationship {
  const found = (schema.relationships.get(origin) ?? [])
    .filter((one) => isMeant(one, target, hint))
    .filter((one) => isServed(one.target) && (one.junction === null || isServed(one.junction.relation)));
  const [first, ...others] = found;
  if (first === undefined) {
    const using = hint === null ? '' : `' using the hint '${hint}`;
    throw new RestError('PGRST200', {
      message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${origin}' and '${target}${using}' in the schema '${schema.name}', but no matches were found.`,
    });
  }
  if (others.length === 0) return first;
  throw new RestError('PGRST201', {
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: found.map(describe),
    hint: `Try changing '${target}' to one of the following: ${found.map(hintOf).join(', ')}. Find the desired relationship in the 'details' key.`,
  });
}

const list = (names: readonly string[]) => `(${names.join(', ')})`;

function describe(one: Relationship): Record<string, string> {
  if (one.cardinality === 'computed') return {};
  const { origin, target, cardinality, constraint, columns, junction } = one;
  const relationship =
    junction === null
      ? `${constraint} using ${origin}${list(columns.map(([own]) => own))} and ${target}${list(columns.map(([, other]) => other))}`
      : `${junction.relation} using ${constraint}${list(junction.origin.map(([, own]) => own))} and ${junction.constraint}${list(junction.target.map(([own]) => own))}`;
  return { cardinality, embedding: `${origin} with ${target}`, relationship };
}

const hintOf = ({ target, constraint, junction }: Relationship) => `'${target}!${junction?.relation ?? constraint}'`;
