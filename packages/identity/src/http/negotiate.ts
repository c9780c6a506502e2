import type { IdentityRequest } from './types.ts';

/** The flat fields of a submitted form: names as of the nodes (`traits.name.first`), values as text. */
export type FormValues = Readonly<Record<string, string>>;

/** Whether a creation or a logout is answered as JSON: only who asks for it (contract identity §1.1). */
export function wantsJson(request: Pick<IdentityRequest, 'headers'>): boolean {
  const accept = request.headers.accept ?? '';
  const json = quality(accept, 'application/json');
  return json > 0 && json >= quality(accept, 'text/html');
}

/** Whether a submit is answered as JSON: also when it was sent as JSON. */
export function submitsJson(request: Pick<IdentityRequest, 'headers'>): boolean {
  return wantsJson(request) || mediaType(request) === 'application/json';
}

/**
 * Reads what was submitted, as JSON with flat or nested names or as a form. Null: the body is neither, or not well
 * formed.
 */
export function readForm(request: Pick<IdentityRequest, 'headers' | 'body'>): FormValues | null {
  const type = mediaType(request);
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(request.body));
  if (type !== 'application/json') return request.body === '' ? {} : null;
  try {
    const body: unknown = JSON.parse(request.body === '' ? '{}' : request.body);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
    const values: Record<string, string> = {};
    flatten(body, '', values, 0);
    return values;
  } catch {
    return null;
  }
}

function flatten(value: object, prefix: string, into: Record<string, string>, depth: number): void {
  if (depth > 4) return;
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof inner === 'object' && inner !== null) flatten(inner, name, into, depth + 1);
    else if (inner !== null && inner !== undefined) into[name] = String(inner);
  }
}

function mediaType({ headers }: Pick<IdentityRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The weight that an Accept header gives to a type, 0 when it does not name it; wildcards do not count. */
function quality(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}
