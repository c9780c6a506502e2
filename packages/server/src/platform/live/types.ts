import type { LiveEventName, LiveEvents } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { StoredEvent } from './live-store.ts';

/** Live changes: written with the transaction that makes them, read once per node, sent to every open stream. */
export interface Live {
  /**
   * Writes an event inside the caller's transaction (give its client) or in one of its own (give the pool). It takes a
   * lock that orders events, held until commit: call it last, just before commit.
   */
  publish<N extends LiveEventName>(
    client: PoolClient | Database['pool'],
    name: N,
    payload: LiveEvents[N],
  ): Promise<void>;
  /** Turns the answer into an event stream, with replay after `Last-Event-ID` or `?lastEventId=`. */
  attach(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Tells this node of all events, in their order; answers what ends it. */
  onEvents(listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Streams open now. */
  clients(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}
