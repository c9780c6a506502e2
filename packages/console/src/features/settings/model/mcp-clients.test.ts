import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASK, mcpExamples } from './mcp-clients.ts';

const ENDPOINT = 'https://console.example/api/mcp';
const TOKEN = 'mct_0199_secret';
const of = (id: string, token: string | null = TOKEN, endpoint = ENDPOINT) =>
  mcpExamples(endpoint, token).find((one) => one.id === id)?.text ?? '';
const jsonOf = (...args: Parameters<typeof of>) => JSON.parse(of(...args));
const headers = { Authorization: `Bearer ${TOKEN}` };

describe('the set-up of assistants', () => {
  it('is there for each of the specification, in its order', () => {
    expect(mcpExamples(ENDPOINT, TOKEN).map(({ label }) => label)).toEqual([
      'Claude Desktop',
      'Claude Code',
      'VS Code Copilot',
      'Cline',
      'Continue.dev',
      'Zed Editor',
      'Direct HTTP',
    ]);
  });

  it('has the shapes of the contract', () => {
    expect(jsonOf('claude-desktop')).toEqual({
      mcpServers: {
        'mission-control': {
          command: 'npx',
          args: ['-y', 'mcp-remote', ENDPOINT, '--header', `Authorization:Bearer ${TOKEN}`],
        },
      },
    });
    expect(jsonOf('claude-code')).toEqual({ name: 'mission-control', type: 'http', url: ENDPOINT, headers });
    expect(jsonOf('vscode-copilot')).toEqual({
      'github.copilot.mcp.servers': { 'mission-control': { type: 'http', url: ENDPOINT, headers } },
    });
    expect(jsonOf('cline')).toMatchObject({ 'cline.mcpServers': { 'mission-control': { url: ENDPOINT, headers } } });
    expect(jsonOf('continue')).toMatchObject({
      mcpServers: [{ name: 'mission-control', url: ENDPOINT, requestOptions: { headers } }],
    });
    expect(jsonOf('zed')).toEqual({
      assistant: { mcp: { servers: { 'mission-control': { url: ENDPOINT, headers } } } },
    });
  });

  it('ends with the first call as a shell takes it', () => {
    expect(of('http')).toBe(
      [
        `curl -X POST '${ENDPOINT}' \\`,
        `  -H 'Authorization: Bearer ${TOKEN}' \\`,
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{}},"id":1}'`,
      ].join('\n'),
    );
    expect(of('http', "it's")).toContain("'Authorization: Bearer it'\\''s'");
  });

  it('tells the bridge to take an address that is not encrypted, but on this machine', () => {
    const args = (endpoint: string) => jsonOf('claude-desktop', TOKEN, endpoint).mcpServers['mission-control'].args;
    expect(args('http://console.example/api/mcp')).toContain('--allow-http');
    for (const endpoint of [ENDPOINT, 'http://localhost:8080/api/mcp', 'http://127.0.0.1/mcp', 'http://[::1]:1/mcp']) {
      expect(args(endpoint), endpoint).not.toContain('--allow-http');
    }
  });

  it('sends no token where nobody signs in', () => {
    for (const { id, text, language } of mcpExamples(ENDPOINT, null)) {
      expect(text, id).toContain(ENDPOINT);
      expect(text, id).not.toMatch(/Authorization|headers|requestOptions/);
      if (language === 'json') expect(() => JSON.parse(text), id).not.toThrow();
    }
  });

  it('is JSON that holds the token, whatever it and the address are, and is as long with the dots', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (endpoint, token) => {
        const masked = mcpExamples(endpoint, MASK);
        for (const [at, { text, language }] of mcpExamples(endpoint, token).entries()) {
          if (language === 'text') continue;
          expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(`Bearer ${token}`).slice(1, -1));
          expect(masked[at]?.text.split('\n')).toHaveLength(text.split('\n').length);
        }
      }),
    );
  });
});
