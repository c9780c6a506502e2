import { BrandMark, ErrorView, Skeleton } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../../app/titles.ts';
import type { FlowState } from '../queries/use-flow.ts';
import { Messages } from './Messages.tsx';
import '../identity.css';

export interface AuthPageProps {
  /** The browser's title. */
  title: string;
  heading: string;
  state: Pick<FlowState, 'flow' | 'problem' | 'retry'>;
  children: ReactNode;
  /** What stands under the form: the ways to other pages. */
  links?: ReactNode;
}

/** The frame of a page of the sign-in: the mark, a heading, what the server says, the form. */
export function AuthPage({ title, heading, state, children, links }: AuthPageProps) {
  usePageTitle(title);
  const { flow, problem, retry } = state;
  return (
    <main className="qd-auth">
      <div className="qd-auth-card">
        <header>
          <BrandMark />
          <h1>{heading}</h1>
        </header>
        {flow === null && problem === null && <Skeleton shape="text" count={4} label={`Loading ${title}`} />}
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
        {links !== undefined && <footer>{links}</footer>}
      </div>
    </main>
  );
}
