import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a tool answered: its texts, the first one read as JSON. */
export interface ToolAnswer {
  isError: boolean;
  json: unknown;
  texts: string[];
}

/** An assistant's client, connected. */
export interface Assistant {
  client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  /** Names of the tools that are offered. */
  tools(): Promise<string[]>;
}

/** Connects as assistants do. Rejects when the server refuses. */
export async function connectAssistant(url: URL, headers: Record<string, string>): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    client,
    async call(name, given = {}) {
      const { isError, content } = await client.callTool({ name, arguments: given });
      const texts = (content as { text: string }[]).map(({ text }) => text); // every tool tells texts
      return { isError: isError === true, json: JSON.parse(texts[0] ?? 'null'), texts };
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
}

/** One message, or some, without a client: as it is written in the set-up help. */
export async function sendMessage(
  url: URL,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
}

/** The call of the set-up help (spec 000 §2). */
export const INITIALIZE = {
  jsonrpc: '2.0',
  method: 'initialize',
  params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'curl', version: '1.0' } },
  id: 1,
};
