import { Code, Empty, LinkButton, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../../app/titles.ts';
import { readFlowError } from '../queries/flow-api.ts';

/** An error that the sign-in met, as the service tells it; one that is gone or somebody else's leads home (spec 000 §2). */
export function FlowErrorPage({ id }: { id: string }) {
  usePageTitle('Error');
  const found = useQuery({ queryKey: ['flow error', id], queryFn: () => readFlowError(id), meta: { quiet: true } });
  if (found.data === null) location.replace('/');
  return (
    <main className="qd-state-page">
      <h1 className="qd-sr">Error</h1>
      {found.data ? (
        <Empty
          title="The sign-in failed"
          actions={
            <LinkButton variant="primary" href="/">
              Go back
            </LinkButton>
          }
        >
          <Code text={JSON.stringify(found.data.error, null, 2)} language="json" label="The error" />
        </Empty>
      ) : (
        <Skeleton label="Loading the error" />
      )}
    </main>
  );
}
