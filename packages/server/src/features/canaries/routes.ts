import { parseDocuments } from '@quarterdeck/checks';
import type { DocumentError } from '@quarterdeck/contract';
import { AppError } from '@quarterdeck/contract';
import type { Platform } from '../../platform/index.ts';
import type { AppliedCanary, CanaryService } from './service.ts';
import { UI_SOURCE } from './sources.ts';

/** Answer of POST /api/canary/apply: what became of each document, and what is wrong with the others. */
export interface ApplyResponse {
  applied: AppliedCanary[];
  problems: DocumentError[];
}

/** Largest text of documents. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads the body as documents: YAML as text, or JSON that was parsed already. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return body.map((document) => JSON.stringify(document)).join('\n---\n');
  if (typeof body === 'object' && body !== null) return JSON.stringify(body);
  throw new AppError('REQUEST_INVALID', { message: 'expected documents as YAML or JSON' });
}

/** Declares the route by which documents are applied from the command line. */
export function registerCanaryRoutes(
  http: Platform['http'],
  service: CanaryService,
  onApplied: () => Promise<void>,
): void {
  http.route({
    method: 'POST',
    url: '/api/apply',
    access: { object: 'canaries', resource: 'canaries', action: 'update' },
    bodyLimit: MAX_BYTES,
    handler: async (request): Promise<ApplyResponse> => {
      const { canaries, others, errors } = parseDocuments(textOf(request.body), { fileName: 'request' });
      const applied = await service.apply(canaries.map((canary) => ({ canary, source: UI_SOURCE })));
      await onApplied();
      const refused = others.map(({ kind, line }) => ({
        file: 'request',
        line,
        field: 'kind',
        code: 'DOCUMENT_KIND',
        message: `documents of kind ${kind} are not applied here`,
      }));
      return { applied, problems: [...errors, ...refused] };
    },
  });
}
