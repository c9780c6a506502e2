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
  // Loops and no spreading: a request of the REST dialect makes some hundred pieces.
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index];
    const after = texts[index + 1] ?? '';
    if (isSql(member)) {
      append(out, member);
      out.texts[out.texts.length - 1] += after;
    } else {
      out.values.push(member);
      out.texts.push(after);
    }
  }
  return out;
}

function append(out: { texts: string[]; values: unknown[] }, { texts, values }: Sql): void {
  out.texts[out.texts.length - 1] += texts[0] ?? '';
  for (let index = 1; index < texts.length; index += 1) out.texts.push(texts[index] ?? '');
  for (const value of values) out.values.push(value);
}

/** Quoted names that were made before; forgotten together when they become many. */
const quoted = new Map<string, Sql>();
const MAX_QUOTED = 10_000;

/** A quoted identifier. Any text is safe in it but NUL, which PostgreSQL has no identifier for. */
export function identifier(name: string): Sql {
  const known = quoted.get(name);
  if (known !== undefined) return known;
  const made = { texts: [`"${name.replaceAll('\0', '').replaceAll('"', '""')}"`], values: [] };
  if (quoted.size >= MAX_QUOTED) quoted.clear();
  quoted.set(name, made);
  return made;
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
