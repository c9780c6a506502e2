import type { FieldCondition } from '@quarterdeck/contract';

/** Shows a field of a form while nothing stands at a path: documents may spell the same thing in another way. */
export function absent(path: string): FieldCondition {
  return { path, in: [null] };
}

/** Shows a field of a form while something stands at a path. */
export function present(path: string): FieldCondition {
  return { path, in: [null], not: true };
}
