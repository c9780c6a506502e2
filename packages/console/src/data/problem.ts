import { HttpError } from './http-error.ts';

const DENIED = 'You do not have permission to do this';
const LONGEST_TEXT = 300;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The failure that an error answer tells of. Read are problem bodies (RFC 9457; `error`, else `message`, else `detail`),
 * bodies of the REST dialect (`code`, `message`, `details`, `hint`) and short plain texts; the text of a refused relation
 * (`unauthorized. Access Denied`) becomes words for a person. Pages of a proxy are not repeated.
 */
export async function problemOf(response: Response): Promise<HttpError> {
  const { status } = response;
  const body = await response.text().catch(() => '');
  const fallback = status === 403 ? DENIED : `HTTP ${status}: ${response.statusText}`;
  const code = status === 403 ? 'ACCESS_DENIED' : 'HTTP';
  const json = parse(body);
  if (json) {
    const text = textOf(json.error) ?? textOf(json.message) ?? textOf(json.detail) ?? fallback;
    const details = json.details ?? json.hint;
    return new HttpError(textOf(json.code) ?? code, status, text, details ?? undefined);
  }
  const type = response.headers.get('content-type') ?? '';
  const isWords = type.startsWith('text/plain') && !body.trimStart().startsWith('<') && body.length <= LONGEST_TEXT;
  const plain = isWords && status !== 403 ? textOf(body) : undefined;
  return new HttpError(code, status, plain ?? fallback);
}
