import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const GROUP = 'canaries.flanksource.com';
const CANARIES = `/apis/${GROUP}/v1/canaries`;
const VERSION = { groupVersion: `${GROUP}/v1`, version: 'v1' };

/** What `kubectl` asks for before a list, and the list. */
const ANSWERS: Readonly<Record<string, object>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/api/v1': { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'v1', resources: [] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [{ name: GROUP, versions: [VERSION], preferredVersion: VERSION }],
  },
  [`/apis/${GROUP}/v1`]: {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${GROUP}/v1`,
    resources: [
      { name: 'canaries', singularName: 'canary', namespaced: false, kind: 'Canary', verbs: ['list', 'watch'] },
    ],
  },
  [CANARIES]: {
    kind: 'CanaryList',
    apiVersion: `${GROUP}/v1`,
    metadata: { resourceVersion: '1' },
    items: [{ kind: 'Canary', apiVersion: `${GROUP}/v1`, metadata: { name: 'web', resourceVersion: '1' } }],
  },
};

/** A call as the cluster got it. */
export interface ClusterCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An API server of a cluster: TLS by an authority of its own, and enough of the API for a list and a watch. */
export interface TestCluster {
  /** The settings of a server that runs in it. */
  env: Record<string, string>;
  calls: ClusterCall[];
  /** Open watches. */
  watches: Set<ServerResponse>;
  /** Replaces the token of the account, in its folder too. */
  renewAccount(token: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster whose account has a token. */
export async function startTestCluster(first = 'account-token-1'): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-cluster-'));
  const [cert, key] = [join(folder, 'ca.crt'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=cluster', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  await promisify(execFile)('openssl', ['req', '-x509', ...made, '-out', cert, '-days', '2', ...names]);
  const calls: ClusterCall[] = [];
  const watches = new Set<ServerResponse>();
  let account = '';
  const renewAccount = async (token: string) => {
    account = token;
    await writeFile(join(folder, 'token'), `${token}\n`);
  };
  await renewAccount(first);

  const server = createServer({ cert: await readFile(cert), key: await readFile(key) }, async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request).catch(() => '');
    calls.push({ method, path, headers, body });
    const known = headers.authorization === `Bearer ${account}`;
    response.setHeader('set-cookie', 'cluster=1');
    response.setHeader('content-type', 'application/json');
    response.setHeader('audit-id', 'a1');
    if (!known) return response.writeHead(401).end('{}');
    const url = new URL(path, 'https://cluster');
    if (url.pathname === CANARIES && url.searchParams.get('watch') === 'true') {
      watches.add(response);
      response.once('close', () => watches.delete(response));
      return response.flushHeaders();
    }
    return response.end(JSON.stringify(ANSWERS[url.pathname] ?? { path, body }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    env: {
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: String((server.address() as AddressInfo).port),
      QD_KUBERNETES_ACCOUNT_DIR: folder,
    },
    calls,
    watches,
    renewAccount,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
