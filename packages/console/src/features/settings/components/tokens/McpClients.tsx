import { Code, Tabs } from '@quarterdeck/ui';
import { useId, useState } from 'react';
import { MASK, MCP_SERVER_NAME, mcpExamples } from '../../model/mcp-clients.ts';

export interface McpClientsProps {
  /** The address of the API, without a slash at its end. */
  base: string;
  /** Null where nobody signs in. */
  token: string | null;
  /** The token may be seen; what is copied holds it in any case. */
  isShown: boolean;
}

/** How each assistant is told of the endpoint: `MCP Client Setup` (contract screens §14.2). */
export function McpClients({ base, token, isShown }: McpClientsProps) {
  const endpoint = `${base}/mcp`;
  const examples = mcpExamples(endpoint, token === null || isShown ? token : MASK);
  const [client, setClient] = useState('claude-desktop');
  const example = examples.find(({ id }) => id === client);
  const whole = mcpExamples(endpoint, token).find(({ id }) => id === client);
  const id = useId();
  return (
    <section aria-labelledby={id} className="qd-mcp-clients">
      <h3 id={id}>MCP Client Setup</h3>
      <dl className="qd-token-facts">
        <dt>Endpoint</dt>
        <dd>{endpoint}</dd>
        <dt>Server Name</dt>
        <dd>{MCP_SERVER_NAME}</dd>
      </dl>
      <Tabs label="MCP clients" tabs={examples} value={client} onChange={setClient} panelId={`${id}-example`} />
      {example && (
        <div id={`${id}-example`} role="tabpanel" aria-label={example.label}>
          <p className="qd-field-hint">{example.place}</p>
          <Code
            label={`${example.label} example`}
            text={example.text}
            copied={whole?.text ?? ''}
            language={example.language}
            lineNumbers={false}
          />
          {token !== null && !isShown && (
            <p className="qd-field-hint">The dots stand for the token; what is copied holds the token itself.</p>
          )}
        </div>
      )}
    </section>
  );
}
