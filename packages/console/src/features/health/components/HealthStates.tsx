import { Age, Banner, Button, Empty, ErrorView, TextButton } from '@quarterdeck/ui';
import { AddChecksHelp } from '../../../app/StatusBanners.tsx';
import { useServerStatus } from '../../../data/context.ts';
import { failureText } from '../../../data/http.ts';

export interface SummaryErrorProps {
  error: Error;
  /** When the rows on screen were read, in epoch milliseconds; 0 when there are none. */
  readAt: number;
  retrying: boolean;
  onRetry: () => void;
}

/** A failed read: with rows on screen a line that says how old they are, without any the failure itself. */
export function SummaryError({ error, readAt, retrying, onRetry }: SummaryErrorProps) {
  if (readAt === 0) {
    return (
      <ErrorView
        title="The checks could not be loaded"
        message={failureText(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    );
  }
  return (
    <Banner
      tone="error"
      title="The checks could not be loaded"
      actions={
        <Button pending={retrying} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {failureText(error)} What you see is <Age at={readAt} relative /> old.
    </Banner>
  );
}

export interface NoRowsProps {
  /** How many checks the server has in all. */
  total: number;
  hiddenPassing: number;
  onShowPassing: () => void;
  onClear: () => void;
}

/** No row to show: because there is no check, because all pass, or because a filter leaves none out. */
export function NoRows({ total, hiddenPassing, onShowPassing, onClear }: NoRowsProps) {
  const status = useServerStatus();
  if (total === 0) {
    return (
      <Empty title="No data available">
        <p>There is no check yet.</p>
        <AddChecksHelp configDir={status.data?.configDir ?? null} />
      </Empty>
    );
  }
  if (hiddenPassing > 0) {
    return (
      <Empty title="Nothing is failing">
        {hiddenPassing.toLocaleString('en')} passing hidden · <TextButton onClick={onShowPassing}>Show</TextButton>
      </Empty>
    );
  }
  return (
    <Empty title="No data available" actions={<Button onClick={onClear}>Clear filters</Button>}>
      No check matches these filters.
    </Empty>
  );
}
