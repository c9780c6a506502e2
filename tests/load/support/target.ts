/** The server that is probed, in a process of its own: answers every request with a small JSON body. */
import { createServer } from 'node:http';

const BODY = JSON.stringify({ status: 'up', version: '1.4.2' });
const HEADERS = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) };

const server = createServer((_request, response) => void response.writeHead(200, HEADERS).end(BODY));
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
process.on('disconnect', () => process.exit(0));
