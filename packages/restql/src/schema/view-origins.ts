/** Where a column of a view comes from: a column of what it reads, which may be a view again. */
export interface ColumnOrigin {
  /** Number of the view's column. */
  number: number;
  /** Catalog id of the relation that it comes from. */
  relation: number;
  column: number;
}

const TARGET_DEPTH = 2;
const FIELDS = new Set(['resno', 'resorigtbl', 'resorigcol']);

/**
 * Reads which columns of a view are plain columns of a relation, from the stored rule (`pg_rewrite.ev_action`, a node
 * tree as `pg_node_tree` writes it). The outermost query is the first level of braces, its select list the second: what
 * stands deeper belongs to expressions and subqueries. A backslash escapes the character after it.
 */
export function readViewOrigins(rule: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = [];
  let depth = 0;
  let entry: Record<string, number> | null = null;
  for (let at = 0; at < rule.length; at += 1) {
    const char = rule[at];
    if (char === '\\') at += 1;
    else if (char === '{') {
      depth += 1;
      if (depth === TARGET_DEPTH) entry = rule.startsWith('{TARGETENTRY', at) ? {} : null;
    } else if (char === '}') {
      if (depth === TARGET_DEPTH && entry !== null) addOrigin(origins, entry);
      depth -= 1;
    } else if (char === ':' && depth === TARGET_DEPTH && entry !== null) {
      const field = /^:(\w+) (\d+)/.exec(rule.slice(at, at + 40));
      if (field?.[1] !== undefined && FIELDS.has(field[1])) entry[field[1]] = Number(field[2]);
    }
  }
  return origins;
}

function addOrigin(
  origins: ColumnOrigin[],
  { resno = 0, resorigtbl = 0, resorigcol = 0 }: Record<string, number>,
): void {
  if (resorigtbl > 0 && resorigcol > 0) origins.push({ number: resno, relation: resorigtbl, column: resorigcol });
}
