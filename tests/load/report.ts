import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Summary, summarise } from './statistics.ts';

/** What a figure must keep: its named statistic at most or at least this much. With neither it is only told. */
export interface Budget {
  figure: 'p50' | 'p95' | 'p99' | 'max';
  unit: string;
  most?: number;
  least?: number;
}

export interface Measurement extends Summary {
  name: string;
  unit: string;
  value: number;
  budget: string;
  ok: boolean;
}

const BUDGETS = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<string, Budget>;

/** Whether a value keeps a budget. */
export function keeps(budget: Budget, value: number): boolean {
  return value <= (budget.most ?? Number.POSITIVE_INFINITY) && value >= (budget.least ?? Number.NEGATIVE_INFINITY);
}

/** Gathers measurements, prints each beside its budget and writes them all for comparison. */
export interface Report {
  add(name: string, values: readonly number[]): void;
  /** Prints what stands behind a figure, without a budget of its own. */
  note(name: string, values: readonly number[], unit: string): void;
  finish(): number;
}

function limitText({ figure, most, least }: Budget): string {
  if (most !== undefined) return `budget ${figure} <= ${most}`;
  return least === undefined ? 'no budget' : `budget ${figure} >= ${least}`;
}

function figures({ n, p50, p95, p99, max }: Summary): string {
  return `n=${n} p50=${short(p50)} p95=${short(p95)} p99=${short(p99)} max=${short(max)}`;
}

function short(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** A report that prints as it goes; `finish` gives the number of figures that fall short. */
export function createReport(print: (line: string) => void): Report {
  const all: Measurement[] = [];
  print(
    `machine: ${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}`,
  );
  return {
    add(name, values) {
      const budget = BUDGETS[name];
      if (!budget) throw new Error(`budgets.json has no ${name}`);
      const summary = summarise(values);
      const value = summary[budget.figure];
      const limit = limitText(budget);
      const ok = keeps(budget, value);
      all.push({ name, unit: budget.unit, value, budget: limit, ok, ...summary });
      print(`${ok ? 'ok   ' : 'SHORT'} ${name.padEnd(22)} ${figures(summary)} ${budget.unit} (${limit})`);
    },
    note(name, values, unit) {
      print(`      ${name.padEnd(22)} ${figures(summarise(values))} ${unit}`);
    },
    finish() {
      const folder = fileURLToPath(new URL('../../.cache/', import.meta.url));
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}bench.json`, `${JSON.stringify(all, null, 2)}\n`);
      const missed = all.filter(({ ok }) => !ok).length;
      print(`${all.length - missed} of ${all.length} figures within budget`);
      return missed;
    },
  };
}
