import type { LiveEvents } from '@quarterdeck/contract';

/** A result that the product has told of: a check and the time of its result. */
export interface SeenResult {
  id: string;
  last_runtime: string;
}

/** A client of the event stream that keeps each result it was told of. */
export interface LiveClient {
  /** By check and time. */
  seen: ReadonlyMap<string, SeenResult>;
  /** Ends the stream, when the server has not, and waits for its end. */
  close(): Promise<void>;
}

function read(block: string, seen: Map<string, SeenResult>): void {
  const lines = block.split('\n');
  if (!lines.includes('event: checks.updated')) return;
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? '';
  const { checks } = JSON.parse(data) as LiveEvents['checks.updated'];
  for (const { id, last_runtime } of checks) {
    if (last_runtime !== undefined) seen.set(`${id} ${last_runtime}`, { id, last_runtime });
  }
}

async function follow(body: AsyncIterable<Uint8Array>, seen: Map<string, SeenResult>): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) read(block, seen);
  }
}

/** Opens the event stream of a server. `seen` may be shared by several clients one after the other. */
export async function openLive(url: string, seen: Map<string, SeenResult> = new Map()): Promise<LiveClient> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { accept: 'text/event-stream' },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`no event stream: ${response.status}`);
  // A server that is killed cuts the stream: that is its end here.
  const ended = follow(response.body, seen).catch(() => undefined);
  return {
    seen,
    async close() {
      abort.abort();
      await ended;
    },
  };
}
