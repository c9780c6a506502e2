/** A request as both sides are sent it. `path` begins after the base, with its query string. */
export interface ConformanceRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** What a side answered; header names in lower case. */
export interface ConformanceAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
}

/** One that answers: the reference, or ours. */
export type Side = (request: ConformanceRequest) => Promise<ConformanceAnswer>;

const JSON_TYPE = { 'content-type': 'application/json' };

/** A GET, with what it prefers or accepts. */
export function get(path: string, headers: Record<string, string> = {}): ConformanceRequest {
  return { method: 'GET', path, headers, body: null };
}

/** A GET that asks for a count. */
export function counted(path: string, count = 'exact', headers: Record<string, string> = {}): ConformanceRequest {
  return get(path, { prefer: `count=${count}`, ...headers });
}

/** A write with a JSON body. It is undone, and tells what it did unless told otherwise. */
export function write(
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  prefer = 'return=representation',
  headers: Record<string, string> = {},
): ConformanceRequest {
  return {
    method,
    path,
    headers: { ...JSON_TYPE, prefer: `tx=rollback${prefer ? `,${prefer}` : ''}`, ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** The request in one line, for messages. */
export function describeRequest({ method, path, headers, body }: ConformanceRequest): string {
  const told = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} /${path}`, ...told, ...(body === null ? [] : [body.slice(0, 300)])].join(' | ');
}
