import { parseDocuments } from '@quarterdeck/checks';
import { AppError, errorText } from '@quarterdeck/contract';
import { parseSchedule } from '@quarterdeck/kit';
import { storedDocument } from './rows.ts';

/** One thing that is wrong with a spec, as the answer's `details.problems` tells it. */
export interface SpecProblem {
  /** Where, as a person writes it: `spec.http[0].url`. */
  field: string;
  code: string;
  /** What was expected. */
  message: string;
}

/** Stands for what a partial write does not say. */
const UNSAID = { id: '', name: 'canary', namespace: 'default' };
const NAMES = ['name', 'namespace'] as const;
/** Stands for a spec that an update does not send. */
const SPEC = { webhook: { name: 'a' } };
/** More than these are not read by anybody. */
const MOST_PROBLEMS = 20;

/**
 * Refuses rows of table `canaries` that could not be run or named, before they are written. `body` is what was sent: one
 * row, a list of them, or for an update the changed columns; what is not sent is left to the database. Throws the code
 * of the first problem (`DOCUMENT_FIELD`, `DOCUMENT_EMPTY`, `SCHEDULE_INVALID` ...), status 400, with a text that begins
 * with the field, and all problems in `details.problems`.
 */
export function guardCanaryWrite(body: string): void {
  for (const row of rowsOf(body)) {
    const [first, ...more] = problemsOf(row);
    if (!first) continue;
    const { code, ...said } = first;
    throw new AppError(code, {
      status: 400,
      message: `${said.field}: ${said.message}`,
      details: { field: said.field, problems: [first, ...more].slice(0, MOST_PROBLEMS) },
    });
  }
}

function rowsOf(body: string): Record<string, unknown>[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return (Array.isArray(parsed) ? parsed : [parsed]).filter((row) => typeof row === 'object' && row !== null);
  } catch {
    // What is no JSON is told by the dialect, in its own words.
    return [];
  }
}

type Problem = SpecProblem & { code: AppError['code'] };

function problemsOf(row: Record<string, unknown>): Problem[] {
  const { spec = SPEC, labels, annotations } = row;
  const unnamed = NAMES.filter((field) => field in row && !isNamed(row[field])).map(
    (field): Problem => ({
      field,
      code: 'DOCUMENT_FIELD',
      message: 'Invalid input: expected a text that is not empty',
    }),
  );
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    return [
      ...unnamed,
      { field: 'spec', code: 'DOCUMENT_FIELD', message: 'expected a map with checks, such as http or exec' },
    ];
  }
  const document = { ...storedDocument({ ...UNSAID, labels: null, annotations: null, spec }) };
  document.metadata = { name: UNSAID.name, namespace: UNSAID.namespace, labels, annotations };
  const { canaries, errors } = parseDocuments(JSON.stringify(document, dropNull), { fileName: 'canary' });
  const read = errors.map(({ field, code, message }) => ({
    field: field || 'spec',
    code: code as Problem['code'], // the parser reports with codes of the catalogue alone
    message,
  }));
  const problems = [...unnamed, ...read];
  const schedule = canaries[0]?.schedule?.trim();
  if (schedule) {
    try {
      parseSchedule(schedule);
    } catch (error) {
      problems.push({ field: 'spec.schedule', code: 'SCHEDULE_INVALID', message: errorText(error) });
    }
  }
  return problems;
}

/** An absent namespace is left to the database. */
function isNamed(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() !== '');
}

/** An absent map of labels is none. */
function dropNull(key: string, value: unknown): unknown {
  return value === null && (key === 'labels' || key === 'annotations') ? undefined : value;
}
