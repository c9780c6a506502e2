import { RestError } from '../errors.ts';

/** A table of texts: the first line names the columns. */
export interface CsvTable {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

function refuse(details: string): never {
  throw new RestError('PGRST102', { details });
}

/** The end of an unquoted field: the place of the next `,` or line end. */
function fieldEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === ',' || char === '\n' || char === '\r') return at;
  }
  return text.length;
}

/** The value within quotes that begin at `from`, and the place after the closing one. */
function quotedField(text: string, from: number): { value: string; end: number } {
  const parts: string[] = [];
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) refuse('a quoted field does not end');
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 };
    at = quote + 2;
  }
}

/** Reads CSV (RFC 4180) with a header line. A line feed may stand for the line end, and the last one may be missing. */
export function readCsv(text: string): CsvTable {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  for (;;) {
    const field = text[at] === '"' ? quotedField(text, at) : null;
    const end = field?.end ?? fieldEnd(text, at);
    line.push(field?.value ?? text.slice(at, end));
    at = end;
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    // An empty line, such as the one after the last line end, holds no row.
    if (line.length > 1 || line[0] !== '' || field) lines.push(line);
    line = [];
    if (at >= text.length) break;
    if (text.startsWith('\r\n', at)) at += 2;
    else if (text[at] === '\n' || text[at] === '\r') at += 1;
    else refuse('something follows a quoted field');
  }
  const [header, ...rows] = lines;
  if (!header || rows.length === 0) refuse('there must be a line of names and at least one row');
  if (new Set(header).size !== header.length) refuse('a column is named twice');
  if (rows.some((row) => row.length !== header.length)) refuse('All lines must have the same number of fields');
  return { header, rows };
}
