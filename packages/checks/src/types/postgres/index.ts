import type { CheckType } from '../../engine/types.ts';
import { runSql, type SqlSpec, sqlEndpoint, sqlSchema } from '../sql.ts';
import { parsePostgresAddress } from './address.ts';
import { askPostgres } from './driver.ts';
import { sqlForm } from './form.ts';

/** Asks a PostgreSQL server and looks at the rows. */
export const postgresCheck: CheckType<SqlSpec> = {
  type: 'postgres',
  key: 'postgres',
  title: 'PostgreSQL',
  description: 'Runs a query on a PostgreSQL server and looks at its rows.',
  icon: 'postgres',
  schema: sqlSchema,
  forms: [sqlForm],
  endpoint: sqlEndpoint,
  host: (spec) => {
    try {
      return spec.url ? parsePostgresAddress(spec.url).host : undefined;
    } catch {
      return undefined;
    }
  },
  run: (context) => runSql(context, askPostgres),
};
