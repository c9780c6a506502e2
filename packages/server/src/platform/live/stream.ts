import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../http/types.ts';
import type { StoredEvent } from './live-store.ts';

/** A client that still has this much unread when more comes is dropped; it comes back and is sent what it missed. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** One open event stream. */
export interface LiveStream {
  /** Who reads it. */
  readonly caller: Caller;
  /** How they were known. */
  readonly request: FastifyRequest;
  /** Id of the newest event that was sent. */
  sentId: number;
  /** Whether it takes part in the fan-out; false while it is being sent what it missed. */
  ready: boolean;
  write(bytes: Uint8Array | string): void;
  end(): void;
}

/** The bytes of events on the wire, made once for all streams. */
export function eventFrames(events: readonly StoredEvent[]): Buffer {
  return Buffer.from(events.map(({ id, name, payload }) => `id: ${id}\nevent: ${name}\ndata: ${payload}\n\n`).join(''));
}

/** Begins an event stream as the answer. `onClose` is called once, whoever ends it. */
export function openStream(
  request: FastifyRequest,
  response: ServerResponse,
  headers: Record<string, number | string | string[] | undefined>,
  onClose: (stream: LiveStream) => void,
): LiveStream {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  response.socket?.setNoDelay(true);
  const stream: LiveStream = {
    caller: request.caller,
    request,
    sentId: 0,
    ready: false,
    write(bytes) {
      if (bytes.length === 0 || response.writableEnded || response.destroyed) return;
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
      else response.write(bytes);
    },
    end: () => void response.end(),
  };
  response.on('error', () => undefined);
  response.once('close', () => onClose(stream));
  return stream;
}
