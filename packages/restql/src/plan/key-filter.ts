import type { Condition } from '../ast.ts';
import type { Relation } from '../schema/model.ts';

/** Whether conditions are one equality on each column of the primary key, and no other: what PUT needs. */
export function isKeyFilter({ primaryKey }: Relation, conditions: readonly Condition[]): boolean {
  const columns = conditions.map((condition) =>
    condition.kind === 'filter' &&
    condition.operator === 'eq' &&
    !condition.negated &&
    condition.quantifier === null &&
    condition.field.json.length === 0
      ? condition.field.column
      : null,
  );
  return (
    primaryKey.length > 0 && columns.length === primaryKey.length && primaryKey.every((name) => columns.includes(name))
  );
}
