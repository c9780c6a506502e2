import { errorText } from '@quarterdeck/contract';
import { sanitiseEndpoint } from '../engine/result.ts';

/**
 * The text of a client's or the system's error, fit to be shown: never empty (an error that gathers several has no
 * text of its own), and without credentials of a URL.
 */
export function clientErrorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(clientErrorText).join(', ');
  }
  const text = errorText(error);
  if (text !== '') return sanitiseEndpoint(text);
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
