import type { CheckTypeForm } from '../../engine/types.ts';

/** The entry of all SQL checks in the picker; they are written as code (contract screens §13.2). */
export const sqlForm: CheckTypeForm = {
  id: 'sql',
  label: 'SQL Query',
  description: 'Runs a query on a PostgreSQL or MySQL server and looks at its rows.',
  icon: 'sql',
  keys: ['postgres', 'mysql', 'mssql'],
  initial: {
    url: 'postgres://$(username):$(password)@localhost:5432/postgres?sslmode=disable',
    username: { value: 'postgres' },
    password: { valueFrom: { secretKeyRef: { name: 'postgres', key: 'password' } } },
    query: 'SELECT 1',
    results: 1,
  },
};
