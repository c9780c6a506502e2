import { Banner, Button, Code, copyText, Dialog, IconButton, Tabs } from '@quarterdeck/ui';
import { Copy, Eye, EyeOff } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { usageExamples } from '../../model/tokens.ts';

export interface CreatedTokenDialogProps {
  name: string;
  token: string;
  /** The address of the API, without a slash at its end. */
  base: string;
  onClose: () => void;
}

/** Shows a new token, this once (spec 000 §2 "Token-created dialog"). */
export function CreatedTokenDialog({ name, token, base, onClose }: CreatedTokenDialogProps) {
  const [isShown, setShown] = useState(false);
  const examples = usageExamples(base);
  const [way, setWay] = useState('bearer');
  const example = examples.find((one) => one.id === way);
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
        <section aria-labelledby={`${id}-usage`}>
          <h3 id={`${id}-usage`}>Usage Instructions</h3>
          <ol>
            <li>Copy the token and keep it where your program reads its secrets; here the shell has it in TOKEN.</li>
            <li>Send it with every request: as a bearer, or by Basic with the user name “token” and it as password.</li>
            <li>Delete it on this page once it is no longer used: it ends at the next request.</li>
          </ol>
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
        </section>
      </div>
    </Dialog>
  );
}
