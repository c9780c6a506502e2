import { Banner, Button, Code, copyText, Dialog, IconButton, Skeleton, Tabs } from '@quarterdeck/ui';
import { Copy, Eye, EyeOff } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useAccess } from '../../../../data/access.ts';
import { usageExamples } from '../../model/tokens.ts';
import { useApiBase } from '../../queries/api-base.ts';
import { McpClients } from './McpClients.tsx';

export interface CreatedTokenDialogProps {
  name: string;
  token: string;
  /** What it was made for: that is explained first. */
  purpose: 'api' | 'mcp';
  onClose: () => void;
}

/** Shows a new token, this once (spec 000 §2 "Token-created dialog"). */
export function CreatedTokenDialog({ name, token, purpose, onClose }: CreatedTokenDialogProps) {
  const [isShown, setShown] = useState(false);
  const api = useApiBase();
  const mayUseMcp = useAccess()?.mayUseMcp === true;
  const id = useId();
  const copy = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Token Created Successfully"
      size="medium"
      initialFocus={copy}
      footer={
        <>
          <span className="qd-grow" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="qd-token-created">
        <Banner tone="warning">
          This token will only be displayed once. Please copy and store it securely. You won't be able to see it again
          after closing this dialog.
        </Banner>
        <dl className="qd-token-facts">
          <dt>Token Name</dt>
          <dd>{name}</dd>
        </dl>
        <div className="qd-field">
          <span id={id}>Token</span>
          <div className="qd-token-value">
            <output aria-labelledby={id}>{isShown ? token : '•'.repeat(token.length)}</output>
            <IconButton
              label={isShown ? 'Hide token' : 'Reveal token'}
              icon={isShown ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
              onClick={() => setShown(!isShown)}
            />
            <Button
              ref={copy}
              variant="primary"
              icon={<Copy size={13} aria-hidden="true" />}
              onClick={() => void copyText(token, 'Token copied to clipboard')}
            >
              Copy token
            </Button>
          </div>
        </div>
        {api?.isUntold && (
          <Banner tone="info">
            Programs call the backend of your organisation itself: ask whoever runs it for its address, which stands
            here as {api.base}.
          </Banner>
        )}
        {api === undefined && <Skeleton label="Loading the address of the API" />}
        {api && purpose === 'mcp' && <McpClients base={api.base} token={token} isShown={isShown} />}
        {api && <Usage base={api.base} hasExamples={purpose === 'api'} />}
        {api && purpose === 'api' && mayUseMcp && <McpClients base={api.base} token={token} isShown={isShown} />}
      </div>
    </Dialog>
  );
}

/** How a program sends the token; for an assistant its own set-up says that. */
function Usage({ base, hasExamples }: { base: string; hasExamples: boolean }) {
  const examples = usageExamples(base);
  const [way, setWay] = useState('bearer');
  const example = examples.find((one) => one.id === way);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Usage Instructions</h3>
      <ol>
        <li>
          Copy the token and keep it where your program reads its secrets
          {hasExamples ? '; here the shell has it in TOKEN.' : '.'}
        </li>
        <li>Send it with every request: as a bearer, or by Basic with the user name “token” and it as password.</li>
        <li>Delete it under Settings → Tokens once it is no longer used: it ends at the next request.</li>
      </ol>
      {hasExamples && (
        <>
          <Tabs
            label="Ways to send the token"
            tabs={examples}
            value={way}
            onChange={setWay}
            panelId={`${id}-example`}
          />
          <div id={`${id}-example`} role="tabpanel" aria-label="Example">
            <Code label={`${example?.label} example`} text={example?.text ?? ''} language="text" lineNumbers={false} />
          </div>
        </>
      )}
    </section>
  );
}
