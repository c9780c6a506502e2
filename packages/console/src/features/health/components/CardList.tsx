import { HEALTH_WORD, type Health, HealthMark, Icon, Link, type TableItem } from '@quarterdeck/ui';
import type { CheckRow, GroupRow } from '../model/rows.ts';
import { useRecent } from '../queries/use-recent.ts';
import { markedHealth } from './cells.tsx';
import { useWindowed } from './use-windowed.ts';

const ROW_PX = 36;
const CODES: readonly Health[] = ['unhealthy', 'healthy', 'unknown'];

export interface CardListProps {
  items: readonly TableItem<CheckRow, GroupRow>[];
  selected: string | undefined;
  hrefOf: (id: string) => string;
}

/** The card layout: a list of checks, each with its type, its name and a mark per recent result. */
export function CardList({ items, selected, hrefOf }: CardListProps) {
  const { ref, from, to, before, after } = useWindowed(items.length, ROW_PX);
  return (
    <div className="qd-cards" ref={ref}>
      <ul aria-label="Checks" style={{ paddingTop: before, paddingBottom: after }}>
        {items.slice(from, to).map((item) =>
          item.kind === 'group' ? (
            <li key={item.key} className="qd-card qd-card-group">
              <b>{item.data.name}</b>
              <span className="qd-quiet">
                {item.data.passing} of {item.data.total} passing
              </span>
              <HealthMark health={item.data.health} />
            </li>
          ) : (
            <li key={item.key}>
              <Link
                className="qd-card"
                href={hrefOf(item.data.id)}
                aria-current={item.data.id === selected ? 'true' : undefined}
              >
                <Icon name={item.data.check.icon || item.data.check.type} fallback={item.data.check.type} size={18} />
                <span className="qd-check-title">
                  <span>{item.data.name}</span>
                </span>
                <ResultDots row={item.data} />
                <HealthMark health={markedHealth(item.data.check)} />
              </Link>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

/** One mark per recent result, newest last; said in words as counts. */
function ResultDots({ row }: { row: CheckRow }) {
  const results = (useRecent(row.id) ?? []).slice(-12);
  const failed = results.filter(([, , code]) => code === 0).length;
  const label = results.length === 0 ? 'No recent results' : `${failed} of the last ${results.length} results failed`;
  return (
    <span className="qd-dots" role="img" aria-label={label} title={label}>
      {results.map(([seconds, , code]) => (
        <i key={seconds} className={`qd-dot qd-dot-${CODES[code]}`} title={HEALTH_WORD[CODES[code] ?? 'unknown']} />
      ))}
    </span>
  );
}
