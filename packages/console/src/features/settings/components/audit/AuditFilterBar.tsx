import { auditResults } from '@quarterdeck/contract';
import {
  addRecentRange,
  parseRecentRanges,
  RECENT_RANGES_KEY,
  type TimeRangeValue,
  writeFilterText,
  writeTimeRange,
} from '@quarterdeck/kit';
import { ChoiceMenu, FilterBar, Menu, TimeRange } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useConsole } from '../../../../data/context.ts';
import { useStored } from '../../../../data/stored.ts';
import {
  type AuditSearch,
  auditActionWords,
  auditResultMarks,
  effectiveAudit,
  withAuditChange,
} from '../../model/audit.ts';
import { type AuditSource, auditActionsQuery } from '../../queries/audit.ts';

export interface AuditFilterBarProps {
  source: AuditSource;
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
  /** Downloads what is found. */
  onExport: (format: 'csv' | 'ndjson') => void;
}

const RESULTS = [
  { value: '', label: 'All' },
  ...auditResults.map((value) => ({ value, label: auditResultMarks[value].word })),
];

/** The filters of the audit trail: person, acts, how they went, time; and the export of what they find. */
export function AuditFilterBar({ source, search, onChange, onExport }: AuditFilterBarProps) {
  const { http } = useConsole();
  const known = useQuery(auditActionsQuery(http, source)).data ?? [];
  const [recent, setRecent] = useStored(RECENT_RANGES_KEY, parseRecentRanges, JSON.stringify);
  const { actions, range } = effectiveAudit(search);
  const change = (next: Parameters<typeof withAuditChange>[1]) => onChange(withAuditChange(search, next));
  const setRange = (next: TimeRangeValue | undefined) => {
    if (next?.type === 'absolute') setRecent(addRecentRange(recent, next));
    change(writeTimeRange(next));
  };
  return (
    <FilterBar
      label="Audit filters"
      search={{ label: 'Person', placeholder: 'Person' }}
      fields={[
        {
          id: 'action',
          label: 'Act',
          options: known.map((value) => ({ value, label: auditActionWords(value) })),
        },
      ]}
      value={{ search: search.query ?? '', filters: { action: actions } }}
      onChange={(state) =>
        change({
          query: state.search || undefined,
          action: writeFilterText(state.filters.action ?? {}) || undefined,
        })
      }
    >
      <ChoiceMenu
        label="Result"
        value={search.result ?? ''}
        options={RESULTS}
        onChange={(value) => change({ result: auditResults.find((one) => one === value) })}
      />
      <TimeRange value={range} onChange={setRange} recent={recent} />
      <Menu
        label="Export"
        triggerClass="qd-btn"
        trigger={
          <>
            <Download size={14} aria-hidden="true" /> Export
          </>
        }
        items={[
          { id: 'csv', label: 'CSV', onSelect: () => onExport('csv') },
          { id: 'ndjson', label: 'NDJSON', onSelect: () => onExport('ndjson') },
        ]}
      />
    </FilterBar>
  );
}
