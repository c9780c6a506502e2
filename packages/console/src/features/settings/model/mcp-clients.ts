/** How one assistant is told of the endpoint. */
export interface McpExample {
  id: string;
  label: string;
  /** Where the text belongs. */
  place: string;
  text: string;
  language: 'json' | 'text';
}

/** The name under which assistants know the server (contract screens §14.2). */
export const MCP_SERVER_NAME = 'mission-control';

/** Stands for a token that is not shown. */
export const MASK = '•'.repeat(12);

const INITIALIZE = {
  jsonrpc: '2.0',
  method: 'initialize',
  params: { protocolVersion: '2024-11-05', capabilities: {} },
  id: 1,
};

/** Whether a bridge that only trusts encrypted addresses must be told to take this one. */
function isPlain(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return url?.protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(url.hostname);
}

/** The text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The set-up of each assistant (spec 000 §2, contract screens §14.2). Without a token, where nobody signs in, none is sent.
 */
export function mcpExamples(endpoint: string, token: string | null): McpExample[] {
  const sent = token === null ? {} : { headers: { Authorization: `Bearer ${token}` } };
  const bridge = {
    command: 'npx',
    args: [
      '-y',
      'mcp-remote',
      endpoint,
      ...(isPlain(endpoint) ? ['--allow-http'] : []),
      ...(token === null ? [] : ['--header', `Authorization:Bearer ${token}`]),
    ],
  };
  const json = (value: unknown) => ({ text: JSON.stringify(value, null, 2), language: 'json' as const });
  const server = (more: object) => ({ [MCP_SERVER_NAME]: { ...more, url: endpoint, ...sent } });
  return [
    {
      id: 'claude-desktop',
      label: 'Claude Desktop',
      place: 'Settings → Developer → Edit Config: claude_desktop_config.json. The bridge needs Node.',
      ...json({ mcpServers: { [MCP_SERVER_NAME]: bridge } }),
    },
    {
      id: 'claude-code',
      label: 'Claude Code',
      place: `claude mcp add-json ${MCP_SERVER_NAME} '…', with this in place of the dots.`,
      ...json({ name: MCP_SERVER_NAME, type: 'http', url: endpoint, ...sent }),
    },
    {
      id: 'vscode-copilot',
      label: 'VS Code Copilot',
      place: 'settings.json of VS Code: github.copilot.mcp.servers.',
      ...json({ 'github.copilot.mcp.servers': server({ type: 'http' }) }),
    },
    {
      id: 'cline',
      label: 'Cline',
      place: 'settings.json of VS Code: cline.mcpServers.',
      ...json({ 'cline.mcpServers': server({ type: 'streamableHttp' }) }),
    },
    {
      id: 'continue',
      label: 'Continue.dev',
      place: 'config.json of Continue: mcpServers.',
      ...json({
        mcpServers: [
          {
            name: MCP_SERVER_NAME,
            type: 'streamable-http',
            url: endpoint,
            ...(token === null ? {} : { requestOptions: sent }),
          },
        ],
      }),
    },
    {
      id: 'zed',
      label: 'Zed Editor',
      place: 'settings.json of Zed: assistant.mcp.servers.',
      ...json({ assistant: { mcp: { servers: server({}) } } }),
    },
    {
      id: 'http',
      label: 'Direct HTTP',
      place: 'The first call of any other client, in a shell.',
      text: [
        `curl -X POST ${quoted(endpoint)}`,
        ...(token === null ? [] : [`  -H ${quoted(`Authorization: Bearer ${token}`)}`]),
        `  -H 'Content-Type: application/json'`,
        `  -d ${quoted(JSON.stringify(INITIALIZE))}`,
      ].join(' \\\n'),
      language: 'text',
    },
  ];
}
