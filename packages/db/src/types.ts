import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const TEXT_ARRAY = 1009;
const arrays: Readonly<Record<number, number>> = {
  1016: INT8,
  1231: NUMERIC,
  1182: DATE,
  1115: TIMESTAMP,
  1185: TIMESTAMPTZ,
};

/** `2025-09-01 10:11:12.345678+00` as PostgreSQL writes it, to `2025-09-01T10:11:12.345678+00:00`. */
export function isoTimestamp(text: string): string {
  const iso = text.replace(' ', 'T');
  return /[+-]\d\d$/.test(iso) ? `${iso}:00` : iso;
}

/** An int8 as a number where that is exact, else the text. */
function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

const scalars: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: parseInt8,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
  [TIMESTAMP]: isoTimestamp,
  [TIMESTAMPTZ]: isoTimestamp,
};

function parserOf(oid: number): (text: string) => unknown {
  const scalar = scalars[oid];
  if (scalar) return scalar;
  const element = scalars[arrays[oid] ?? 0];
  if (!element) return pg.types.getTypeParser(oid);
  const parseTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => (string | null)[];
  return (text) => parseTexts(text).map((member) => (member === null ? null : element(member)));
}

/**
 * How values come out of queries: `timestamptz` as ISO text with microseconds and offset (the form of the JSON
 * answers, so no Date is made on the way), `date` as text, `int8` as a number when that is safe and else as text,
 * `numeric` as a number; arrays of these likewise. Every connection of this package uses it.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) =>
    format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : parserOf(oid)) as typeof pg.types.getTypeParser,
};
