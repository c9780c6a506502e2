/** SQL with its values kept apart: `texts` has one member more than `values`. Text from a request is only ever a value. */
export interface Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'texts' in value && 'values' in value;
}

/** Tag of a template: a member that is {@link Sql} is spliced in, everything else becomes a parameter. */
export function sql(texts: TemplateStringsArray, ...members: readonly unknown[]): Sql {
  const out = { texts: [texts[0] ?? ''], values: [] as unknown[] };
  for (const [index, member] of members.entries()) {
    append(out, isSql(member) ? member : { texts: ['', ''], values: [member] });
    append(out, { texts: [texts[index + 1] ?? ''], values: [] });
  }
  return out;
}

function append(out: { texts: string[]; values: unknown[] }, { texts, values }: Sql): void {
  const [first = '', ...rest] = texts;
  out.texts[out.texts.length - 1] += first;
  out.texts.push(...rest);
  out.values.push(...values);
}

/** A quoted identifier. Any text is safe in it but NUL, which PostgreSQL has no identifier for. */
export function identifier(name: string): Sql {
  return { texts: [`"${name.replaceAll('\0', '').replaceAll('"', '""')}"`], values: [] };
}

/** SQL that is written in the source. Never give it text from outside. */
export function trusted(text: string): Sql {
  return { texts: [text], values: [] };
}

/** Pieces one after the other, with a separator that is written in the source. */
export function join(pieces: readonly Sql[], separator: string): Sql {
  const out = { texts: [''], values: [] as unknown[] };
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) append(out, trusted(separator));
    append(out, piece);
  }
  return out;
}

/** The statement as PostgreSQL takes it: `$1`, `$2` ... and the values. */
export function toStatement({ texts, values }: Sql): { text: string; values: unknown[] } {
  const text = texts.reduce((before, after, index) => `${before}$${index}${after}`);
  return { text, values: [...values] };
}
