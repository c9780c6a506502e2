import type { Divergence } from './support/run.ts';

/** Where ours answers otherwise on purpose. */
export interface IntendedDifference {
  /** Why ours is better for those who ask. */
  reason: string;
  matches(divergence: Divergence): boolean;
}

function differsIn({ found }: Divergence, ...allowed: string[]): boolean {
  return found.every(({ what }) => allowed.includes(what));
}

function codes({ found }: Divergence): { reference: unknown; ours: unknown } {
  const body = found.find(({ what }) => what === 'body');
  const codeOf = (value: unknown): unknown => (value as { code?: unknown } | null | undefined)?.code;
  return { reference: codeOf(body?.reference), ours: codeOf(body?.ours) };
}

function statuses({ found }: Divergence): { reference: number; ours: number } {
  const status = found.find(({ what }) => what === 'status');
  return { reference: Number(status?.reference ?? 0), ours: Number(status?.ours ?? 0) };
}

function isRefusal(code: unknown): boolean {
  return typeof code === 'string';
}

/** All intended differences from PostgREST 12.0.2. Whatever none of them matches fails the comparison. */
export const intendedDifferences: readonly IntendedDifference[] = [
  {
    reason: 'Every refusal has a body with a code; the reference answers {} at addresses that do not exist.',
    matches: (divergence) => differsIn(divergence, 'body') && JSON.stringify(divergence.found[0]?.reference) === '{}',
  },
  {
    reason: 'A request with several mistakes is refused for one of them; which one is not promised.',
    matches: (divergence) => {
      const { reference, ours } = codes(divergence);
      const status = statuses(divergence);
      return (
        isRefusal(reference) && isRefusal(ours) && (status.ours === 0 || (status.ours < 500 && status.ours >= 400))
      );
    },
  },
  {
    reason: 'A limit that cannot be read is none, also beside an offset; the reference then reads it as 0.',
    matches: ({ request }) => /[?&]limit=(x|&|$)/.test(request.path),
  },
  {
    reason: 'A name that ends in .order, .limit or the like must be one throughout; the reference reads its beginning.',
    matches: (divergence) =>
      statuses(divergence).ours === 400 && /[?&][^=]*->[^=]*\.(order|limit|offset)=/.test(divergence.request.path),
  },
  {
    reason:
      'The total counts the rows that are answered; that of the reference knows nothing of the page of an inner embed.',
    matches: (divergence) =>
      /!inner/.test(divergence.request.path) &&
      /\.(limit|offset)=/.test(divergence.request.path) &&
      differsIn(divergence, 'content-range', 'status') &&
      /^2/.test(String(statuses(divergence).ours || 200)),
  },
  {
    reason: 'HEAD makes no rows, so that values which only fail while a row is written out do not fail.',
    matches: (divergence) => divergence.request.method === 'HEAD' && statuses(divergence).ours === 200,
  },
  {
    reason:
      'Conditions of an embedded resource of which nothing is shown, and which decides nothing, are not computed.',
    matches: (divergence) => /\(\)/.test(divergence.request.path) && statuses(divergence).ours < 300,
  },
  {
    reason: 'An index into JSON may be the last thing in an embedded select; the reference reads a key, or refuses it.',
    matches: ({ request }) => /-(>|%3E){1,2}-?\d+\)/.test(request.path),
  },
  {
    reason: 'Filters and orders may use columns that are not selected, also of functions and of deleted rows.',
    matches: (divergence) => codes(divergence).reference === '42703' && statuses(divergence).ours === 200,
  },
  {
    reason: 'What a write selects is looked at when rows are returned.',
    matches: (divergence) =>
      /return=(headers-only|minimal)/.test(divergence.request.headers.prefer ?? '') &&
      codes(divergence).reference === '42703',
  },
  {
    reason: 'A header Range that ends before it begins is refused, also beside limit=0.',
    matches: ({ request }) => /[?&]limit=0/.test(request.path) && request.headers.range !== undefined,
  },
  {
    reason: 'The range of a change counts the rows that were changed, also when an inner join hides some of them.',
    matches: (divergence) => divergence.request.method === 'PATCH' && differsIn(divergence, 'content-range'),
  },
  {
    reason: 'A view that cannot be written answers 405; the reference answers 500.',
    matches: (divergence) =>
      statuses(divergence).reference === 500 && statuses(divergence).ours === 405 && differsIn(divergence, 'status'),
  },
  {
    reason: 'Bytes that are no UTF-8 are read as U+FFFD; the reference fails with 500.',
    matches: (divergence) =>
      statuses(divergence).reference === 500 && statuses(divergence).ours < 500 && !differsIn(divergence, 'status'),
  },
  {
    reason: 'Raw blanks and everything else in a location are encoded.',
    matches: (divergence) => differsIn(divergence, 'location') && divergence.request.path.startsWith('Odd%20Table'),
  },
  {
    reason: 'A location names the columns of the key in the order of the key.',
    matches: (divergence) => differsIn(divergence, 'location') && divergence.request.path.startsWith('crew'),
  },
  {
    reason: 'JSON within CSV is written without blanks.',
    matches: ({ request, found }) =>
      request.headers.accept === 'text/csv' &&
      found.every(({ reference, ours }) => String(reference).replaceAll(': ', ':') === ours),
  },
  {
    reason: 'OPTIONS of a function tells its methods without arguments.',
    matches: ({ request }) => request.method === 'OPTIONS' && request.path.startsWith('rpc/'),
  },
  {
    reason: 'A json argument in an address is JSON; the reference passes it as a JSON text.',
    matches: ({ request }) => request.method === 'GET' && request.path.startsWith('rpc/keeps?payload='),
  },
  {
    reason: 'A function with one json parameter takes any JSON, also objects that differ.',
    matches: ({ request }) => request.method === 'POST' && request.path === 'rpc/echo',
  },
  {
    reason:
      'A caller without the privilege is answered 403 (contract); the reference answers 401 to the anonymous role.',
    matches: (divergence) => statuses(divergence).reference === 401 && statuses(divergence).ours === 403,
  },
  {
    reason: 'PUT writes one row; the reference takes the fitting one of several.',
    matches: ({ request }) => request.method === 'PUT' && request.body?.startsWith('[') === true,
  },
];
