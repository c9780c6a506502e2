/**
 * The least that can answer a row as JSON over HTTP: node:http, the driver, and the statement that the REST dialect
 * runs. A process of its own; `process.argv` holds the URL of the database and the path whose `KEY` is the key.
 */
import { createServer } from 'node:http';
import { connectDatabase } from '@quarterdeck/db';
import { silentLog } from '@quarterdeck/kit';
import { createRest, type RestPolicy } from '@quarterdeck/restql';

const [url = '', relation = '', query = ''] = process.argv.slice(2);
const KEY = '00000000-0000-0000-0000-0000000000ff';
const { pool, transaction } = await connectDatabase({ url, log: silentLog });
const everything: RestPolicy = { relation: () => ({ kind: 'allowed' }), routine: () => ({ kind: 'allowed' }) };
let statement = { text: '', values: [] as unknown[] };
const rest = createRest({
  database: {
    run: (asked) => {
      statement = asked;
      return pool.query(asked);
    },
    transaction: (work) => transaction((client) => work((asked) => client.query(asked))),
  },
  now: () => 0,
});
const request = { method: 'GET', path: relation, query: query.replace('KEY', KEY), headers: {}, body: null };
await rest.handle(request, everything);
const { text, values } = statement;

const server = createServer((asked, response) => {
  const id = asked.url?.slice(1) ?? '';
  const named = { name: 'row', text, values: values.map((value) => (value === KEY ? id : value)) };
  pool.query<{ body: string }>(named).then(
    ({ rows }) => {
      const body = rows[0]?.body ?? '';
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      response.writeHead(200, headers).end(body);
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
process.on('disconnect', () => process.exit(0));
