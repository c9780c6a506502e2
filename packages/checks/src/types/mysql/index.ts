import type { CheckType } from '../../engine/types.ts';
import { runSql, type SqlSpec, sqlEndpoint, sqlSchema } from '../sql.ts';
import { parseMysqlAddress } from './address.ts';
import { askMysql } from './driver.ts';

/** Asks a MySQL or MariaDB server and looks at the rows. */
export const mysqlCheck: CheckType<SqlSpec> = {
  type: 'mysql',
  key: 'mysql',
  title: 'MySQL',
  description: 'Runs a query on a MySQL or MariaDB server and looks at its rows.',
  icon: 'mysql',
  schema: sqlSchema,
  endpoint: sqlEndpoint,
  host: (spec) => {
    try {
      return spec.url ? parseMysqlAddress(spec.url).host : undefined;
    } catch {
      return undefined;
    }
  },
  run: (context) => runSql(context, askMysql),
};
