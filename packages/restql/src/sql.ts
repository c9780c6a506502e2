export { identifier, join, type Sql, sql, toStatement, trusted } from '@quarterdeck/kit';
