import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface StoredIdentity {
  id: string;
  schema_id: string;
  state: string;
  traits: { email: string };
}

/** A stand-in for the administration API of a Kratos: identities in memory, and recoveries that nobody can follow. */
export interface KratosAdmin {
  url: string;
  /** What is answered to everything instead, from now on; null for the usual. */
  answerWith(status: number | null): void;
  stop(): Promise<void>;
}

/** Starts a {@link KratosAdmin} on loopback. */
export async function startKratosAdmin(): Promise<KratosAdmin> {
  const identities = new Map<string, StoredIdentity>();
  let fixed: number | null = null;
  const isTaken = ({ id, traits }: StoredIdentity) =>
    [...identities.values()].some((one) => one.id !== id && one.traits.email === traits.email);

  const server = createServer(async (request, response) => {
    const body = await json(request).catch(() => null);
    if (fixed !== null) return void answer(response, fixed, {});
    const [, admin, kind, id, part] = (request.url ?? '').split('/');
    const name = `${request.method} ${admin} ${kind}${part === undefined ? '' : ` ${part}`}`;
    const known = identities.get(id ?? '');
    if (name === 'POST admin identities') {
      const made = { id: randomUUID(), ...(body as Omit<StoredIdentity, 'id'>) };
      if (isTaken(made)) return void answer(response, 409, {});
      identities.set(made.id, made);
      return void answer(response, 201, made);
    }
    if (name === 'POST admin recovery') {
      if (!identities.has((body as { identity_id: string }).identity_id)) return void answer(response, 404, {});
      const recovery_link = `https://console.example/recovery?flow=${randomUUID()}`;
      const recovery_code = String(randomInt(1_000_000)).padStart(6, '0');
      return void answer(response, 201, { recovery_link, recovery_code, expires_at: new Date().toISOString() });
    }
    if (known === undefined) return void answer(response, 404, {});
    if (name === 'GET admin identities') return void answer(response, 200, known);
    if (name === 'PATCH admin identities') {
      const next = structuredClone(known) as unknown as Record<string, Record<string, unknown>>;
      for (const { path, value } of body as { path: string; value: unknown }[]) {
        const [, first = '', second] = path.split('/');
        if (second === undefined) Object.assign(next, { [first]: value });
        else Object.assign(next[first] ?? {}, { [second]: value });
      }
      const changed = next as unknown as StoredIdentity;
      if (isTaken(changed)) return void answer(response, 409, {});
      identities.set(known.id, changed);
      return void answer(response, 200, changed);
    }
    // Sessions cannot begin here, so that there are none.
    if (name === 'DELETE admin identities sessions') return void answer(response, 404, {});
    if (name === 'DELETE admin identities') identities.delete(known.id);
    return void answer(response, name === 'DELETE admin identities' ? 204 : 405, null);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/`,
    answerWith(status) {
      fixed = status;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, status: number, body: object | null): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === null ? undefined : JSON.stringify(body));
}
