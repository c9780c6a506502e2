import type { DocumentError } from '@quarterdeck/contract';
import { errorText } from '@quarterdeck/contract';
import type { Platform } from '../../platform/index.ts';

/** Tells open consoles when the list of bad documents changed; says nothing when only good ones did. */
export function announceDocumentErrors({
  documents,
  live,
  database,
  log,
}: Pick<Platform, 'documents' | 'live' | 'database' | 'log'>): void {
  let told: readonly DocumentError[] = documents.current().errors;
  documents.onChange(({ errors }) => {
    if (JSON.stringify(errors) === JSON.stringify(told)) return;
    told = errors;
    live.publish(database.pool, 'documents.changed', { errors: [...errors] }).catch((error: unknown) => {
      // The console also asks now and then, so that this is late news and not lost news.
      log.warn({ error: errorText(error) }, 'bad documents could not be announced');
    });
  });
}
