import type { FlowErrorBody, FlowErrorId } from '@quarterdeck/contract';

interface FlowErrorOptions {
  id?: FlowErrorId;
  reason?: string;
  /** Where the browser must go. */
  redirectTo?: string;
  /** The page that goes on with it, for who came without JSON. */
  page?: string;
  details?: Record<string, unknown>;
  /** Members beside `error`. */
  extra?: Pick<FlowErrorBody, 'use_flow_id' | 'expired_at' | 'since'>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A refusal of the identity service: becomes its error envelope (contract identity §2.6). */
export class FlowError extends Error {
  readonly status: number;
  readonly options: FlowErrorOptions;

  constructor(status: number, message: string, options: FlowErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'FlowError';
    this.status = status;
    this.options = options;
  }
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** The body of a refusal. */
export function flowErrorBody({ status, message, options }: FlowError): FlowErrorBody {
  const { id, reason, redirectTo, details, extra } = options;
  return {
    error: {
      ...(id === undefined ? {} : { id }),
      code: status,
      status: statusTexts[status] ?? '',
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
    },
    ...(redirectTo === undefined ? {} : { redirect_browser_to: redirectTo }),
    ...extra,
  };
}

/** Nobody is signed in. */
export function sessionInactive(): FlowError {
  return new FlowError(401, 'Nobody is signed in', { id: 'session_inactive' });
}

/** The form was sent by another page or another browser, or the browser keeps no cookies. */
export function csrfViolation(): FlowError {
  return new FlowError(403, 'The form does not belong to this browser', { id: 'security_csrf_violation' });
}

/** There is no such flow. */
export function flowNotFound(): FlowError {
  return new FlowError(404, 'There is no such flow');
}

/** Someone is signed in already. */
export function sessionAlreadyAvailable(): FlowError {
  return new FlowError(400, 'You are signed in already', { id: 'session_already_available', page: '/' });
}

/** The browser has to go to another address to go on. */
export function goElsewhere(to: string, message: string): FlowError {
  return new FlowError(422, message, { id: 'browser_location_change_required', redirectTo: to });
}
