import type { EventStream } from '../../../data/live.ts';
import type { SendCall } from '../../../data/organization-fetch.ts';

const OPEN = 1;
const CLOSED = 2;
/** A stream that ended in order is gone on with after this time. */
const RESUME_MS = 200;

/**
 * Server-sent events over `fetch`, which can say for which organisation, and with which token, a browser's own event source
 * cannot. A stream that the server ends in order, as it does when its token ends, is gone on with from the last event
 * without a word; any other end closes it, and is told.
 */
export function openFetchStream(
  send: SendCall,
  path: string,
  later: (ms: number, run: () => void) => void,
): EventStream {
  const listeners = new Map<string, (event: MessageEvent<string>) => void>();
  const ended = new AbortController();
  let lastId = '';
  const stream: EventStream = {
    readyState: 0,
    onopen: null,
    onerror: null,
    addEventListener: (name, listener) => void listeners.set(name, listener),
    close() {
      stream.readyState = CLOSED;
      ended.abort();
    },
  };

  function fail(): void {
    if (stream.readyState === CLOSED) return;
    stream.readyState = CLOSED;
    stream.onerror?.(new Event('error'));
  }

  async function read(): Promise<void> {
    const headers = { Accept: 'text/event-stream', ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) };
    const response = await send(path, { headers, signal: ended.signal });
    if (!response.ok || response.body === null) {
      fail();
      return;
    }
    if (stream.readyState !== OPEN) {
      stream.readyState = OPEN;
      stream.onopen?.(new Event('open'));
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createEventParser(({ id, name, data }) => {
      if (id !== null) lastId = id;
      listeners.get(name)?.(new MessageEvent(name, { data }));
    });
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) parse(piece.value);
    later(RESUME_MS, start);
  }

  function start(): void {
    if (stream.readyState !== CLOSED) read().catch(fail);
  }

  // Whoever opens it first says what to call.
  queueMicrotask(start);
  return stream;
}

/** One event as it came. `id`: null where it had none. */
export interface ParsedEvent {
  id: string | null;
  name: string;
  data: string;
}

/** Reads an event stream piece by piece (HTML standard, "Interpreting an event stream"). */
export function createEventParser(onEvent: (event: ParsedEvent) => void): (text: string) => void {
  let rest = '';
  let event: { id: string | null; name: string; data: string[] } = { id: null, name: '', data: [] };
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (event.data.length > 0)
          onEvent({ id: event.id, name: event.name || 'message', data: event.data.join('\n') });
        event = { id: null, name: '', data: [] };
        continue;
      }
      const [, field = '', value = ''] = /^([^:]*)(?::\x20?(.*))?$/s.exec(line) ?? [];
      if (field === 'data') event.data.push(value);
      else if (field === 'event') event.name = value;
      else if (field === 'id') event.id = value;
    }
  };
}
