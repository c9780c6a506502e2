import type pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** What a statement did to the large tables. */
export interface Reads {
  /** Large tables that were read in sequence, and how many of their rows: all, unless a limit ended it. */
  scanned: { table: string; rows: number }[];
  /** Rows and index entries read from large tables, in all loops. */
  rows: number;
  /** As an indented text, for a failing test. */
  plan: string;
}

/** Runs a statement and tells what it read. */
export async function readsOf(
  pool: Pick<pg.ClientBase, 'query'>,
  statement: string,
  large: readonly string[],
): Promise<Reads> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, timing off, summary off, format json) ${statement}`,
  );
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!root) throw new Error('no plan');
  const reads: Reads = { scanned: [], rows: 0, plan: '' };
  const visit = (node: PlanNode, depth: number): void => {
    const loops = node['Actual Loops'];
    const read =
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      loops;
    const relation = node['Relation Name'] ?? '';
    const name = relation || (node['Index Name'] ?? '');
    reads.plan += `${'  '.repeat(depth)}${node['Node Type']} ${name} ${read}\n`;
    // A scan of an index for a bitmap has no relation of its own; the rows are counted where the heap is read.
    if (large.includes(relation)) {
      reads.rows += read;
      if (node['Node Type'] === 'Seq Scan' && loops > 0) reads.scanned.push({ table: relation, rows: read });
    }
    for (const child of node.Plans ?? []) visit(child, depth + 1);
  };
  visit(root, 0);
  return reads;
}
