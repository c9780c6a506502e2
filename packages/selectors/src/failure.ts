import { AppError } from '@quarterdeck/contract';

/** Where a selector is wrong. */
export interface FailurePlace {
  /** The field that is meant. */
  field?: string;
  /** The relation that has no such field. */
  table?: string;
  /** Of the first character that is wrong, from 0. */
  position?: number;
  /** The part of the selector: `search`, `labelSelector` ... */
  part?: string;
}

/** An error about a selector; its place is told in words and in the details. */
export function failure(
  code: 'SELECTOR_SYNTAX' | 'SELECTOR_FIELD' | 'SELECTOR_VALUE',
  problem: string,
  place: FailurePlace,
): AppError {
  const where = [
    ...(place.part === undefined ? [] : [`in ${place.part}`]),
    ...(place.position === undefined ? [] : [`at position ${place.position}`]),
  ].join(' ');
  return new AppError(code, { message: where === '' ? problem : `${problem} (${where})`, details: { ...place } });
}
