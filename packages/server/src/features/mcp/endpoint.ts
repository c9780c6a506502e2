import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { AppError } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import { z } from 'zod';
import { type Caller, toAppError } from '../../platform/index.ts';
import { searchPrompt, searchPromptText } from './prompt.ts';
import type { Reads } from './reads.ts';
import { readResource, resourceTemplates } from './resources.ts';
import type { Tool } from './tool.ts';

/** What the endpoint offers. */
export interface EndpointOptions {
  tools: readonly Tool[];
  reads: Reads;
  version: string;
  log: Log;
}

/** A call of the endpoint, freed of its transport. */
export interface EndpointCall {
  contentType: string | undefined;
  /** The header `mcp-protocol-version`. */
  protocolVersion: string | undefined;
  body: string;
}

/** The name by which assistants know the server (contract playbooks §8). */
const SERVER_NAME = 'mission-control';
const INSTRUCTIONS =
  'Health checks and the catalog of configuration items of this organisation: what runs, how it is, what changed. Search ' +
  'before you list; "Search catalog prompt" explains search texts.';
/** MCP, resources: error handling. */
const RESOURCE_NOT_FOUND = -32002;

/** Answers one call; nothing is kept between two (MCP, Streamable HTTP, without a session). */
export type Endpoint = (caller: Caller, call: EndpointCall) => Promise<Response>;

/** Makes the endpoint. */
export function createEndpoint({ tools, reads, version, log }: EndpointOptions): Endpoint {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  const failure = (error: unknown, what: string): AppError => {
    const known = toAppError(error);
    if (known.status >= 500) log.error({ what, code: known.code, error }, 'a call of an assistant failed');
    return known;
  };

  async function callTool(caller: Caller, name: string, given: unknown): Promise<CallToolResult> {
    const tool = byName.get(name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
    try {
      const texts = await tool.call(caller, given);
      return { content: texts.map((text) => ({ type: 'text', text })) };
    } catch (error) {
      const { code, message, details } = failure(error, name);
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: message, code, details }) }] };
    }
  }

  async function read(caller: Caller, uri: string) {
    const row = await readResource(reads, caller, uri).catch((error: unknown) => {
      const { code, message } = failure(error, 'resources/read');
      throw new McpError(ErrorCode.InvalidRequest, message, { code });
    });
    if (row === undefined) throw new McpError(RESOURCE_NOT_FOUND, 'Resource not found', { uri });
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(row) }] };
  }

  function serverFor(caller: Caller): Server {
    const server = new Server(
      { name: SERVER_NAME, title: 'Quarterdeck', version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: tools
        .filter((tool) => tool.mayUse(caller))
        .map(({ name, title, description, inputSchema, readOnly }) => ({
          name,
          title,
          description,
          inputSchema,
          annotations: { readOnlyHint: readOnly, openWorldHint: !readOnly },
        })),
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(caller, params.name, params.arguments));
    server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => read(caller, params.uri));
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [searchPrompt] }));
    server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
      if (params.name !== searchPrompt.name) throw new McpError(ErrorCode.InvalidParams, 'Unknown prompt');
      const text = searchPromptText(params.arguments?.question);
      return {
        description: searchPrompt.description,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      };
    });
    return server;
  }

  return async (caller, { contentType, protocolVersion, body }) => {
    const server = serverFor(caller);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const headers = new Headers({
        // The answer is JSON alone, whatever else a client would take.
        accept: 'application/json, text/event-stream',
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(protocolVersion === undefined ? {} : { 'mcp-protocol-version': protocolVersion }),
      });
      const request = new Request('http://localhost/mcp', { method: 'POST', headers, body });
      const parsedBody = readBody(body);
      return await transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody });
    } finally {
      await server.close();
    }
  };
}

/** The messages of a body; undefined: it is no JSON, as the transport says. */
function readBody(body: string): unknown {
  try {
    return withClientInfo(JSON.parse(body));
  } catch {
    return undefined;
  }
}

const initializeCall = z.looseObject({ method: z.literal('initialize'), params: z.looseObject({}) });

/** The first call may leave out which client it is, as the example of the set-up help does (spec 000 §2). */
function withClientInfo(message: unknown): unknown {
  const { success, data } = initializeCall.safeParse(message);
  if (!success || data.params.clientInfo !== undefined) return message;
  return { ...data, params: { ...data.params, clientInfo: { name: 'unknown', version: '0' } } };
}
