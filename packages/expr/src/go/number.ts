/** Prints a float as Go's `%v` does: the shortest digits, with an exponent below 1e-4 and from one million up. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** Prints a float with a fixed number of digits, as `%.2f` does; Infinity and NaN as Go names them. */
export function formatFixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(Math.min(digits, 100)) : formatFloat(value);
}
