import { errorCatalogue } from '../../packages/contract/src/index.ts';
import { code, page, table } from './markdown.ts';

/** The page of the error codes. */
export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(([name, { status, title }]) => [code(name), String(status), title]);
  return page('Error codes', '`packages/contract/src/errors.ts`', [
    'Every error answer is an `application/problem+json` body (RFC 9457) with `type`, `title`, `status`, `code` and `detail`.',
    'The members `error` and `message` repeat `detail`. `details` holds further facts when there are any; it never holds a',
    'secret. The texts may change, the codes do not. Problems of documents carry a code of this list too.',
    '',
    'The status is what an answer carries unless the place that throws says otherwise.',
    '',
    ...table(['code', 'status', 'meaning'], rows),
  ]);
}
