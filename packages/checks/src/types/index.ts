import { inExecutionOrder } from '../engine/execution-order.ts';
import type { CheckType } from '../engine/types.ts';
import { typesWithoutRunner } from './unavailable/index.ts';

/** The check types that run, in execution order. A new one is its folder and its line here. */
export const checkTypes: CheckType[] = inExecutionOrder<CheckType>([]);

/** Types whose documents are read and stored although nothing runs them here (contract checks §1.3). */
export const knownTypes: CheckType[] = inExecutionOrder(
  typesWithoutRunner.filter((type) => checkTypes.every((runs) => runs.key !== type.key)),
);

/** All that a document may use, in execution order. */
export const allTypes: CheckType[] = inExecutionOrder([...checkTypes, ...knownTypes]);
