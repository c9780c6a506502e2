import { AppError } from '@quarterdeck/contract';
import type { Platform } from '../../platform/index.ts';
import type { SchemaService } from './service.ts';

/** Declares GET /api/schemas/{file} (contract calls §14). Throws `ROUTE_NOT_FOUND` for a file that there is not. */
export function registerSchemaRoutes(http: Platform['http'], service: SchemaService): void {
  http.route({
    method: 'GET',
    url: '/api/schemas/:file',
    access: 'login',
    handler: async ({ params }) => {
      const file = typeof params === 'object' && params !== null && 'file' in params ? String(params.file) : '';
      const found = await service.read(file);
      if (found === null) throw new AppError('ROUTE_NOT_FOUND', { message: `there is no schema ${file}` });
      return found;
    },
  });
}
