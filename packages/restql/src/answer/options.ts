import type { Relation, Routine } from '../schema/model.ts';
import type { RestAnswer } from '../types.ts';

/** Answers OPTIONS with the methods of a target. */
export function answerOptions(methods: readonly string[]): RestAnswer {
  return { status: 200, headers: { allow: methods.join(',') }, body: null };
}

/** The methods of a relation; PUT needs a key. */
export function allowOfRelation({ insertable, updatable, deletable, primaryKey }: Relation): string[] {
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ];
}

/** The methods of functions of one name; one that may write is not read. */
export function allowOfRoutine(routines: readonly Routine[]): string[] {
  const isReadable = routines.some(({ volatility }) => volatility !== 'volatile');
  return isReadable ? ['OPTIONS', 'GET', 'HEAD', 'POST'] : ['OPTIONS', 'POST'];
}
