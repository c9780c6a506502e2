import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createEventParser, openFetchStream, type ParsedEvent } from './fetch-stream.ts';

function parseAll(pieces: readonly string[]): ParsedEvent[] {
  const found: ParsedEvent[] = [];
  const parse = createEventParser((event) => found.push(event));
  for (const piece of pieces) parse(piece);
  return found;
}

const TEXT =
  ': keepalive\n\nretry: 1000\nid: 7\nevent: hello\ndata: {"id":7}\n\ndata: a\ndata: b\r\n\r\nevent: only\n\n';
const EVENTS = [
  { id: '7', name: 'hello', data: '{"id":7}' },
  { id: null, name: 'message', data: 'a\nb' },
];

describe('the parser of event streams', () => {
  it('reads names, ids and lines of data, and leaves out comments and events without data', () => {
    expect(parseAll([TEXT])).toEqual(EVENTS);
  });

  it('reads the same however the text comes in pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(TEXT.length), { maxLength: 20 }), (cuts) => {
        const at = [0, ...[...cuts].sort((a, b) => a - b), TEXT.length];
        const pieces = at.slice(1).map((end, index) => TEXT.slice(at[index], end));
        expect(parseAll(pieces)).toEqual(EVENTS);
      }),
    );
  });
});

describe('a stream', () => {
  const body = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } });

  it('is gone on with from the last event when it ends in order, without a word', async () => {
    const asked: (string | null)[] = [];
    const waits: (() => void)[] = [];
    const send = async (_path: string, init: RequestInit = {}) => {
      asked.push(new Headers(init.headers).get('last-event-id'));
      return body(`id: ${asked.length}\nevent: hello\ndata: {}\n\n`);
    };
    const stream = openFetchStream(send, '/api/live', (_ms, run) => void waits.push(run));
    const heard = vi.fn();
    stream.onopen = vi.fn();
    stream.onerror = vi.fn();
    stream.addEventListener('hello', heard);
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    waits[0]?.();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    expect(asked).toEqual([null, '1']);
    expect(stream.onopen).toHaveBeenCalledTimes(1);
    expect(stream.onerror).not.toHaveBeenCalled();
    stream.close();
  });

  it('is closed, and says so, when it is refused or breaks', async () => {
    for (const send of [async () => new Response(null, { status: 503 }), () => Promise.reject(new Error('gone'))]) {
      const stream = openFetchStream(send, '/api/live', () => undefined);
      stream.onerror = vi.fn();
      await vi.waitFor(() => expect(stream.onerror).toHaveBeenCalledTimes(1));
      expect(stream.readyState).toBe(2);
    }
  });

  it('that was closed says nothing more', async () => {
    const send = vi.fn(async () => body(''));
    const stream = openFetchStream(send, '/api/live', () => undefined);
    stream.onerror = vi.fn();
    stream.close();
    await Promise.resolve();
    expect(send).not.toHaveBeenCalled();
    expect(stream.onerror).not.toHaveBeenCalled();
  });
});
