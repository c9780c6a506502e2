const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Rows by a value, blanks last in both directions; equals keep their order. */
export function orderBy<R>(
  rows: readonly R[],
  cellOf: (row: R) => string | number | null | undefined,
  desc: boolean,
): R[] {
  const isBlank = (value: unknown) => value === null || value === undefined || value === '';
  return [...rows].sort((a, b) => {
    const [left, right] = [cellOf(a), cellOf(b)];
    if (isBlank(left) || isBlank(right)) return Number(isBlank(left)) - Number(isBlank(right));
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right));
    return desc ? -order : order;
  });
}
