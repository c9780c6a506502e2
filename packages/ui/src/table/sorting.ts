/** What a cell is worth for sorting, grouping and sums. */
export type CellValue = string | number | bigint | boolean | Date | null | undefined;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Nothing there: null, undefined, an empty text, not a number. */
export function isBlank(value: CellValue): boolean {
  if (value instanceof Date) return Number.isNaN(value.getTime());
  return value === null || value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value));
}

/** Orders two values: numbers by size, texts as people do (`check-2` before `check-10`), times by age, false before true. */
export function compareValues(a: CellValue, b: CellValue): number {
  const left = a instanceof Date ? a.getTime() : typeof a === 'boolean' ? Number(a) : a;
  const right = b instanceof Date ? b.getTime() : typeof b === 'boolean' ? Number(b) : b;
  if (isNumeric(left) && isNumeric(right)) return left < right ? -1 : left > right ? 1 : 0;
  if (isNumeric(left) !== isNumeric(right)) return isNumeric(left) ? -1 : 1;
  return collator.compare(String(left), String(right));
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Rows by the value of a column; equals keep their order, blanks come last in both directions. */
export function sortRows<R>(rows: readonly R[], readValue: (row: R) => CellValue, desc: boolean): R[] {
  const direction = desc ? -1 : 1;
  return rows
    .map((row) => ({ row, value: readValue(row) }))
    .sort((a, b) => {
      const [blankA, blankB] = [isBlank(a.value), isBlank(b.value)];
      if (blankA || blankB) return Number(blankA) - Number(blankB);
      return direction * compareValues(a.value, b.value);
    })
    .map(({ row }) => row);
}
