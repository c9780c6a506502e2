import type { ConformanceAnswer, ConformanceRequest } from './exchange.ts';

/** One thing in which two answers differ. */
export interface Difference {
  what: string;
  reference: unknown;
  ours: unknown;
}

const comparedHeaders = ['content-range', 'location', 'preference-applied', 'content-type', 'content-profile'];

/** Whose rows come in an order that somebody asked for. */
interface Ordered {
  rows: boolean;
  embedded: boolean;
}

/** Rows whose order nobody asked for are compared as sets, members of objects always. */
function canonical(value: unknown, ordered: Ordered, depth = 0): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item, ordered, depth + 1));
    const areRows = items.some((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
    const keeps = depth === 0 ? ordered.rows : ordered.embedded;
    return keeps || !areRows ? items : items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, canonical(member, ordered, depth + 1)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function readBody({ headers, body, status }: ConformanceAnswer, ordered: Ordered): unknown {
  if (status < 300 && !headers['content-type']?.includes('json')) return body;
  let value: unknown;
  try {
    value = JSON.parse(body || 'null');
  } catch {
    return body;
  }
  // Of an error its code is compared; the texts are our own.
  if (status >= 300 && typeof value === 'object' && value !== null && 'code' in value) return { code: value.code };
  return canonical(value, ordered);
}

/** Compares two answers as a client would: status, headers that say something, body as JSON. */
export function differences(
  request: ConformanceRequest,
  reference: ConformanceAnswer,
  ours: ConformanceAnswer,
): Difference[] {
  const found: Difference[] = [];
  const compare = (what: string, theirs: unknown, mine: unknown): void => {
    if (JSON.stringify(theirs) !== JSON.stringify(mine)) found.push({ what, reference: theirs, ours: mine });
  };
  compare('status', reference.status, ours.status);
  const ordered = { rows: /[?&]order=/.test(request.path), embedded: /[?&][^=&]*\.order=/.test(request.path) };
  compare('body', readBody(reference, ordered), readBody(ours, ordered));
  if (reference.status < 300) {
    for (const name of comparedHeaders) {
      compare(name, reference.headers[name] ?? null, ours.headers[name] ?? null);
    }
  }
  return found;
}
