import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** A way to a test database that can be cut. */
export interface DatabaseProxy {
  /** For `DATABASE_URL`. */
  url: string;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Lets connections through again, at the same address. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Puts a TCP address before the socket of a test database. */
export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const [, user = '', name = '', host = ''] = /^postgresql:\/\/([^@]*)@\/([^?]*)\?host=(.*)$/.exec(databaseUrl) ?? [];
  const path = join(decodeURIComponent(host), '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const there = connect(path);
    for (const side of [socket, there]) {
      sockets.add(side);
      side.on('error', () => undefined);
      side.on('close', () => {
        sockets.delete(side);
        socket.destroy();
        there.destroy();
      });
    }
    socket.pipe(there).pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${name}`,
    cut,
    mend: () => listen(port),
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
