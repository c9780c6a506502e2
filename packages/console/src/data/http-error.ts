/** Codes of failures that happen before an answer comes; their texts are fixed by spec 000 §8. */
const TRANSPORT_TEXTS = {
  ECONNABORTED: 'Request timed out. Please try again.',
  ERR_NETWORK: 'Network Error. Please try again.',
  ERR_INTERNET_DISCONNECTED: 'No internet connection. Please try again.',
} as const;
export type TransportCode = keyof typeof TRANSPORT_TEXTS;

/** A call that failed. `status` 0 means that no answer came; `code` is the problem's code, a transport code, or `HTTP`. */
export class HttpError extends Error {
  readonly code: string;
  readonly status: number;
  /** What else the answer told: the members of a problem, the hint of the database. */
  readonly details: unknown;

  constructor(code: string, status: number, message: string, details?: unknown) {
    super(message);
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** A failure before an answer, with the text of the specification. */
export function transportError(code: TransportCode): HttpError {
  return new HttpError(code, 0, TRANSPORT_TEXTS[code]);
}

/** Whether a failure is one of the transport: no answer came. */
export function isTransportError(error: unknown): error is HttpError & { code: TransportCode } {
  return error instanceof HttpError && Object.hasOwn(TRANSPORT_TEXTS, error.code);
}

/** Whether the server refused because the person may not. */
export function isDenied(error: unknown): boolean {
  return error instanceof HttpError && error.status === 403;
}

/** The text of a failure for a toast or a view: the answer's error, else its message (contract calls §3.3). */
export function failureText(error: unknown): string {
  if (typeof error === 'string' && error !== '') return error;
  return error instanceof Error && error.message !== '' ? error.message : 'An error occurred';
}
