import { Button, Dialog } from '@quarterdeck/ui';
import { useState } from 'react';
import { useApiBase } from '../../queries/api-base.ts';
import { CreatedTokenDialog } from './CreatedTokenDialog.tsx';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { McpClients } from './McpClients.tsx';
import '../../pages/tokens.css';

export interface SetupMcpProps {
  /** Nobody signs in here: assistants need no token. */
  isNobody: boolean;
  onClose: () => void;
}

/** `Setup MCP` of the user menu: a token for an assistant, then what to put where (contract screens §14.2). */
export function SetupMcp({ isNobody, onClose }: SetupMcpProps) {
  const [created, setCreated] = useState<{ name: string; token: string }>();
  const api = useApiBase();
  if (created) return <CreatedTokenDialog {...created} purpose="mcp" onClose={onClose} />;
  if (!isNobody) return <CreateTokenDialog onClose={onClose} onCreated={setCreated} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Setup MCP"
      size="medium"
      footer={
        <>
          <span className="qd-grow" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {api && <McpClients base={api.base} token={null} isShown />}
    </Dialog>
  );
}
