import { Readable } from 'node:stream';
import { AppError, errorText, KUBERNETES_PROXY } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Authz, type Caller, type Forwarder, handedBack, passedOn, toAppError } from '../../platform/index.ts';
import { type Cluster, clusterUrl } from './cluster.ts';

/** As whom calls are made in the cluster, whose own rules tell what each may (contract access §10). */
const WRITER = 'mission-control-writer';
const READER = 'mission-control-reader';

/** What of a call goes on; never who calls, whom to impersonate, or what proxies say. */
const PASSED_ON = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'kubectl-command',
  'kubectl-session',
  'range',
  'user-agent',
];

/** A length without its body would make one of the next call. */
const OF_BODIES = ['content-encoding', 'content-length'];

/** How long an answer goes on to a token that was ended, or lost its right. */
const RECHECK_MS = 5000;

export interface ClusterProxyOptions {
  /** Null: the server runs in none. */
  cluster: Cluster | null;
  authz: Pick<Authz, 'decide'>;
  forwarder: Pick<Forwarder, 'forward'>;
  /** Who calls by a token now; null: it was ended. */
  callerOfToken: (id: string) => Promise<Caller | null>;
  log: Log;
}

/**
 * Makes the handler of calls to the cluster. Answers come as they are sent, for as long as the caller stays, is known by the
 * token and has the right. What this server refuses is told as the cluster would tell it, so that `kubectl` shows it.
 */
export function createClusterProxy(options: ClusterProxyOptions) {
  const { cluster, forwarder, log } = options;

  /** As whom a caller acts in the cluster; null: they may not. */
  function userOf(caller: Caller): string | null {
    const may = (action: 'read' | 'update') => options.authz.decide(caller, KUBERNETES_PROXY, action).kind === 'all';
    return may('update') ? WRITER : may('read') ? READER : null;
  }

  async function isStill(user: string, token: string): Promise<boolean> {
    const caller = await options.callerOfToken(token);
    return caller !== null && userOf(caller) === user;
  }

  /** Ends with the connection of the caller, and when the token or the right does. */
  function untilEnded(reply: FastifyReply, user: string, token: string): AbortSignal {
    const ended = new AbortController();
    const recheck = () =>
      isStill(user, token).then(
        (still) => still || ended.abort(),
        // What cannot be told at the moment, as while the database is away, changes nothing.
        () => undefined,
      );
    const timer = setInterval(recheck, RECHECK_MS);
    reply.raw.once('close', () => {
      clearInterval(timer);
      ended.abort();
    });
    return ended.signal;
  }

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { caller, headers, method, body } = request;
    if (cluster === null) throw new AppError('CLUSTER_ABSENT');
    if (caller.token === undefined) {
      throw new AppError('ACCESS_DENIED', { message: 'The cluster is reached with an API token only' });
    }
    const user = userOf(caller);
    if (user === null) throw new AppError('ACCESS_DENIED');
    if (headers.upgrade !== undefined) throw new AppError('CLUSTER_UPGRADE_REFUSED');
    const url = clusterUrl(cluster, ...below(request));
    if (url === null) throw new AppError('REQUEST_INVALID', { message: 'The path can be read in more than one way' });
    const signal = untilEnded(reply, user, caller.token.id);
    try {
      const answer = await forwarder.forward({
        method,
        url,
        headers: {
          ...passedOn(headers, PASSED_ON),
          ...(body instanceof Readable ? passedOn(headers, OF_BODIES) : {}),
          authorization: `Bearer ${await cluster.token()}`,
          'impersonate-user': user,
        },
        body: body instanceof Readable ? body : null,
        signal,
      });
      if (answer.status !== 401) {
        // The head of a watch goes before its first event, which may be a while.
        reply.raw.once('pipe', () => reply.raw.flushHeaders());
        return reply.code(answer.status).headers(handedBack(answer.headers)).send(answer.body);
      }
      answer.body.destroy();
      throw new Error('the cluster does not know the service account of this server');
    } catch (error) {
      // Who went away is told nothing.
      if (!signal.aborted) log.warn({ error: errorText(error) }, 'the cluster could not be reached');
      throw new AppError('CLUSTER_UNREACHABLE');
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store');
    try {
      return await pass(request, reply);
    } catch (error) {
      return sendFailure(reply, toAppError(error));
    }
  };
}

/** The path below the route and the query with its question mark, as they were sent. */
function below({ url }: FastifyRequest): [path: string, query: string] {
  const [, path = '', query = ''] = /^(?:\/api)?\/kubeproxy([^?]*)(.*)$/s.exec(url) ?? [];
  return [path, query];
}

/** Answers with a `Status` of the cluster's API (Kubernetes API conventions, Response Status Kind). */
function sendFailure(reply: FastifyReply, { code, status, message }: AppError): FastifyReply {
  return reply
    .code(status)
    .send({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason: code, code: status });
}
