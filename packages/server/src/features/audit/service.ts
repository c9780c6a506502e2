import { AppError, AUDIT_COUNT_LIMIT, type AuditPage } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { type AuditPlace, createAuditStore } from './audit-store.ts';
import { exportAudit } from './export.ts';
import { readAuditFilter, readAuditPage, readExportFormat } from './request.ts';

/** An audit trail, or the part of one that concerns an organisation. Queries are those of the routes. */
export interface AuditTrail {
  /** One page, newest first. Throws `REQUEST_INVALID`. */
  page(query: unknown): Promise<AuditPage>;
  /** The names of all acts that were ever written down. */
  actions(): Promise<string[]>;
  /** Reads what is to be exported, and writes down that it is. Throws `REQUEST_INVALID`, `AUDIT_EXPORT_TOO_LARGE`. */
  export(asked: AskedExport): Promise<AuditExport>;
}

export interface AskedExport {
  query: unknown;
  nowMs: number;
  /** Writes down that it is made. */
  record: (format: 'csv' | 'ndjson') => Promise<void>;
}

/** An export that may begin. */
export interface AuditExport {
  format: 'csv' | 'ndjson';
  madeMs: number;
  /** Its text, piece by piece, read as it is asked for. */
  text: AsyncGenerator<string, void>;
}

/** Reads a trail; the server's own by default. */
export function createAuditTrail(database: Pick<Database, 'pool'>, place?: AuditPlace): AuditTrail {
  const store = createAuditStore(database, place);
  return {
    async page(query) {
      const request = readAuditPage(query);
      const [payload, found] = await Promise.all([store.page(request), store.count(request)]);
      return { payload, total: Math.min(found, AUDIT_COUNT_LIMIT) };
    },
    actions: store.actions,
    async export({ query, nowMs, record }) {
      const format = readExportFormat(query);
      const asked = readAuditFilter(query);
      // What is written meanwhile is not part of it, the export itself least of all.
      const filter = { ...asked, to: asked.to ?? new Date(nowMs) };
      if ((await store.count(filter)) > AUDIT_COUNT_LIMIT) throw new AppError('AUDIT_EXPORT_TOO_LARGE');
      await record(format);
      return { format, madeMs: nowMs, text: exportAudit(store, filter, format) };
    },
  };
}
