import { Dialog, ErrorView, Skeleton } from '@quarterdeck/ui';
import { useState } from 'react';
import { formNodes, groupsOf } from '../model/form-nodes.ts';
import { useFlow } from '../queries/use-flow.ts';
import { FlowForm } from './FlowForm.tsx';
import { Messages } from './Messages.tsx';
import '../identity.css';

export interface ProveDialogProps {
  onProven: () => void;
  onClose: () => void;
}

/** Asks who is signed in to prove it again, beside the page that needs it (contract identity §6.4). */
export function ProveDialog({ onProven, onClose }: ProveDialogProps) {
  const [id, setId] = useState<string>();
  const { flow, problem, pending, submit, reread, retry } = useFlow({
    kind: 'login',
    id,
    query: { refresh: 'true' },
    returnTo: `${location.pathname}${location.search}`,
    setId,
    onDone: onProven,
  });
  return (
    <Dialog open onClose={onClose} title="Confirm Action" size="very-small">
      {flow === null && problem === null && <Skeleton shape="text" count={4} label="Loading the form" />}
      {flow === null && problem !== null && <ErrorView title="There is no form" message={problem} onRetry={retry} />}
      {flow !== null && (
        <>
          <Messages messages={flow.ui.messages ?? []} />
          {problem !== null && (
            <p className="qd-flow-message qd-flow-error" role="alert">
              {problem}
            </p>
          )}
          {groupsOf(flow).map(({ group, nodes }, index) => (
            <FlowForm
              key={group}
              flow={flow}
              nodes={formNodes(flow, nodes)}
              label={`Confirm by ${group.replace('_', ' ')}`}
              pending={pending}
              reread={reread}
              focusFirst={index === 0}
              onSubmit={(values) => void submit(values)}
            />
          ))}
        </>
      )}
    </Dialog>
  );
}
