import { Age, Banner, Button, ErrorView } from '@quarterdeck/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { failureText } from '../data/http.ts';
import { isDenied } from '../data/http-error.ts';

export interface LoadErrorProps {
  /** "The jobs could not be loaded". */
  title: string;
  query: Pick<UseQueryResult, 'error' | 'data' | 'dataUpdatedAt' | 'isFetching' | 'refetch'>;
}

/** A failed read: with data on screen a line that says how old it is, without any the failure itself. */
export function LoadError({ title, query }: LoadErrorProps) {
  const { error, data, dataUpdatedAt, isFetching } = query;
  if (!error || isDenied(error)) return null;
  const retry = () => void query.refetch();
  if (data === undefined) {
    return <ErrorView title={title} message={failureText(error)} onRetry={retry} retrying={isFetching} />;
  }
  return (
    <Banner
      tone="error"
      title={title}
      actions={
        <Button pending={isFetching} onClick={retry}>
          Retry
        </Button>
      }
    >
      {failureText(error)} What you see is <Age at={dataUpdatedAt} relative /> old.
    </Banner>
  );
}

/** What stands instead of a list whose read was refused; nothing otherwise. */
export function Denied({ error }: { error: Error | null }) {
  if (!isDenied(error)) return null;
  return <ErrorView title="Unauthorized - You do not have permission to access this page" />;
}

/** The states of a table that a query fills: loading, failed with or without rows, refused. */
export function tableStates(title: string, query: LoadErrorProps['query'] & { isPending: boolean }) {
  const { error, data, isPending } = query;
  const isRefused = isDenied(error) && data === undefined;
  return {
    loading: isPending,
    ...(error && !isRefused ? { error: <LoadError title={title} query={query} /> } : {}),
    ...(isRefused ? { denied: <Denied error={error} /> } : {}),
  };
}
