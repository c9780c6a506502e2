import { HealthMark } from '@quarterdeck/ui';
import type { CheckRow, GroupRow } from '../model/rows.ts';
import { GroupNameCell, markedHealth, NameCell, StripCell, TransitionCell } from './cells.tsx';
import { ResultDots } from './ResultDots.tsx';

/** A check in two lines; as a card with its marks, else with its strip. */
export function NarrowRow({ row, card }: { row: CheckRow; card: boolean }) {
  return (
    <span className="qd-narrow-row">
      <NameCell row={row} showNamespace={false} />
      <HealthMark health={markedHealth(row.check)} />
      {card ? <ResultDots check={row.check} /> : <StripCell check={row.check} />}
      <TransitionCell check={row.check} />
    </span>
  );
}

/** A group in one line. */
export function NarrowGroup({ group }: { group: GroupRow }) {
  return (
    <span className="qd-narrow-row">
      <GroupNameCell group={group} showNamespace />
      <HealthMark health={group.health} />
    </span>
  );
}
