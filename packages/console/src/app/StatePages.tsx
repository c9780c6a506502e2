import { Button, Empty, ErrorView, LinkButton } from '@quarterdeck/ui';
import { type ErrorComponentProps, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureText } from '../data/http.ts';
import { lazyPart } from './lazy-part.tsx';
import type { PageGate } from './page.tsx';
import { type PageHead, usePageHead } from './page-head.tsx';
import { usePageTitle } from './titles.ts';

/** A page of its own that says one thing. */
function StatePage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main className="qd-state-page">
      <h1 className="qd-sr">{title}</h1>
      {children}
    </main>
  );
}

const NOT_FOUND: PageHead = { title: 'Page not found' };

/** An unknown address: says so, with a way back; the frame around it stays. */
export function NotFoundPage() {
  usePageHead(NOT_FOUND);
  return (
    <div className="qd-state-page">
      <Empty
        title="There is nothing at this address"
        actions={
          <>
            <Button onClick={() => history.back()}>Go back</Button>
            <LinkButton variant="primary" href="/">
              Home
            </LinkButton>
          </>
        }
      >
        The page was moved, or the address has a slip in it.
      </Empty>
    </div>
  );
}

/** An address outside of the frame that has no page in this mode. */
export function MissingPage() {
  return (
    <StatePage title="Page not found">
      <Empty
        title="There is nothing at this address"
        actions={
          <LinkButton variant="primary" href="/">
            Home
          </LinkButton>
        }
      />
    </StatePage>
  );
}

/** What stands in place of a page whose drawing failed (spec 000 §8); the frame around it stays. */
export function ErrorPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  usePageTitle('Error');
  return (
    <div className="qd-state-page">
      <ErrorView title="Sorry.. there was an error" message={failureText(error)} onRetry={reset} />
    </div>
  );
}

export interface UnauthorizedPageProps {
  /** What the page asks for; absent: nothing can be told about it. */
  need?: Pick<PageGate, 'resource' | 'right'>;
}

/** In place of a page that the person may not see (spec 000 §2), with the way to the rules that decide about them. */
export function UnauthorizedPage({ need }: UnauthorizedPageProps) {
  return (
    <div className="qd-state-page">
      <Empty
        title="Unauthorized - You do not have permission to access this page"
        actions={
          need?.resource && (
            <LinkButton href={`/why?resource=${need.resource}&action=${need.right === 'write' ? 'update' : 'read'}`}>
              Why?
            </LinkButton>
          )
        }
      >
        An administrator can give you the right to it.
      </Empty>
    </div>
  );
}

/** In place of a page whose feature is switched off by a property. */
export function FeatureOffPage({ title }: { title: string }) {
  return (
    <div className="qd-state-page">
      <Empty
        title={`${title} is switched off`}
        actions={
          <LinkButton variant="primary" href="/">
            Home
          </LinkButton>
        }
      >
        A feature flag hides this page.
      </Empty>
    </div>
  );
}

const FlowErrorPage = lazyPart(
  async () => (await import('../features/identity/pages/FlowErrorPage.tsx')).FlowErrorPage,
);

const BAD_SESSION =
  'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.';

/** Where a failed sign-in ends (spec 000 §2 "Error page"). */
export function SignInErrorPage() {
  const { error_code: code, id = '' } = useSearch({ strict: false }) as { error_code?: string; id?: string };
  if (id !== '') return <FlowErrorPage id={id} />;
  return (
    <StatePage title="Error">
      <Empty
        title={code === 'BAD_SESSION' ? BAD_SESSION : 'Unknown error'}
        actions={
          <LinkButton variant="primary" href="/">
            Go back
          </LinkButton>
        }
      />
    </StatePage>
  );
}

/** In place of everything while nobody can say who is asking. */
export function NobodyPage({ error, onRetry, retrying }: { error: unknown; onRetry: () => void; retrying: boolean }) {
  return (
    <StatePage title="Error">
      <ErrorView
        title="The console could not be opened"
        message={failureText(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    </StatePage>
  );
}
