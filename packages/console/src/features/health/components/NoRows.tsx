import { Button, Empty, HiddenNote } from '@quarterdeck/ui';
import { AddChecksHelp } from '../../../app/StatusBanners.tsx';
import { useServerStatus } from '../../../data/context.ts';

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
        <HiddenNote count={hiddenPassing} what="passing" onShow={onShowPassing} />
      </Empty>
    );
  }
  return (
    <Empty title="No data available" actions={<Button onClick={onClear}>Clear filters</Button>}>
      No check matches these filters.
    </Empty>
  );
}
