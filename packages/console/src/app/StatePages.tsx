import { Button, Empty, ErrorView, LinkButton } from '@quarterdeck/ui';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { failureText } from '../data/http.ts';
import { usePageTitle } from './titles.ts';

/** An unknown address: says so, with a way back. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <main className="qd-state-page">
      <h1 className="qd-sr">Page not found</h1>
      <Empty
        title="There is nothing at this address"
        actions={
          <>
            <Button onClick={() => history.back()}>Go back</Button>
            <LinkButton variant="primary" href="/health">
              Health
            </LinkButton>
          </>
        }
      >
        The page was moved, or the address has a slip in it.
      </Empty>
    </main>
  );
}

/** What stands in place of a page whose drawing failed (spec 000 §8). */
export function ErrorPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  usePageTitle('Error');
  return (
    <main className="qd-state-page">
      <h1 className="qd-sr">Error</h1>
      <ErrorView title="Sorry.. there was an error" message={failureText(error)} onRetry={reset} />
    </main>
  );
}
