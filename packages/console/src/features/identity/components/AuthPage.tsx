import { ErrorView, Skeleton } from '@quarterdeck/ui';
import type { FlowState } from '../queries/use-flow.ts';
import { AuthFrame, type AuthFrameProps } from './AuthFrame.tsx';
import { Messages } from './Messages.tsx';

export interface AuthPageProps extends AuthFrameProps {
  state: Pick<FlowState, 'flow' | 'problem' | 'retry'>;
}

/** A page of the sign-in in its frame: what the server says, and the form. */
export function AuthPage({ state, children, ...frame }: AuthPageProps) {
  const { flow, problem, retry } = state;
  return (
    <AuthFrame {...frame}>
      {flow === null && problem === null && <Skeleton shape="text" count={4} label={`Loading ${frame.title}`} />}
      {flow === null && problem !== null && <ErrorView title="There is no form" message={problem} onRetry={retry} />}
      {flow !== null && (
        <>
          <Messages messages={flow.ui.messages ?? []} />
          {problem !== null && (
            <div className="qd-flow-messages" role="alert">
              <p className="qd-flow-message qd-flow-error">{problem}</p>
            </div>
          )}
          {children}
        </>
      )}
    </AuthFrame>
  );
}
