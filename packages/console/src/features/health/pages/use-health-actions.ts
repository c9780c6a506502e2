import type { HealthTimeRange } from '@quarterdeck/contract';
import type { FilterState } from '@quarterdeck/ui';
import { useMemo } from 'react';
import { writeQueryString } from '../../../data/query-string.ts';
import { type LabelStates, labelsOf } from '../model/labels.ts';
import {
  closeCheck,
  DETAIL_TABS,
  type DetailChange,
  type HealthSearch,
  openCheck,
  withDetail,
  without,
} from '../model/search.ts';
import type { HealthSettings } from '../model/settings.ts';
import type { Sort } from '../model/sort.ts';

/** Changes the address of the page; `replace` leaves no step for Back. */
export type SetHealthSearch = (change: (held: HealthSearch) => HealthSearch, options?: { replace?: boolean }) => void;

export interface HealthActionsInput {
  setSearch: SetHealthSearch;
  settings: HealthSettings;
  setSettings: (settings: HealthSettings) => void;
}

function withLabels(search: HealthSearch, labels: LabelStates): HealthSearch {
  return Object.keys(labels).length === 0 ? without(search, 'labels') : { ...search, labels };
}

/** What a person can do on the health page; each change goes to the address, and to the settings where it is kept. */
export function useHealthActions({ setSearch, settings, setSettings }: HealthActionsInput) {
  return useMemo(() => {
    const store = (change: Partial<HealthSettings>): void => setSettings({ ...settings, ...change });
    const sortTo = (sort: Sort | undefined): void => {
      store({ badnessFirst: sort?.by === 'health' && !sort.desc });
      setSearch((held) => {
        const rest = without(held, 'sortBy', 'sortDesc');
        if (!sort) return rest;
        return { ...rest, sortBy: sort.by, ...(sort.desc ? { sortDesc: true } : {}) };
      });
    };
    return {
      open: (checkId: string) => setSearch((held) => openCheck(held, checkId), { replace: false }),
      step: (checkId: string) => setSearch((held) => openCheck(held, checkId), { replace: true }),
      close: () => setSearch(closeCheck),
      full: (full: boolean) => setSearch((held) => (full ? { ...held, full: true } : without(held, 'full'))),
      detail: (tab: string) => {
        const detail = DETAIL_TABS.find((one) => one === tab);
        setSearch((held) => (detail ? { ...held, detail } : without(held, 'detail')), { replace: true });
      },
      choose: (change: DetailChange) => setSearch((held) => withDetail(held, change), { replace: true }),
      /** What is typed leaves no step for Back; another filter does. */
      filter: ({ search, filters }: FilterState, options: { replace: boolean }) =>
        setSearch(
          (held) => withLabels(search === '' ? without(held, 'query') : { ...held, query: search }, labelsOf(filters)),
          options,
        ),
      labels: (labels: LabelStates) => setSearch((held) => withLabels(held, labels)),
      hidePassing: (hidePassing: boolean) => {
        store({ hidePassing });
        setSearch((held) => ({ ...held, hidePassing }));
      },
      groupBy: (groupBy: string) => {
        store({ groupBy });
        setSearch((held) => ({ ...without(held, 'closed'), groupBy }));
      },
      tabBy: (tabBy: string) => {
        store({ tabBy });
        setSearch((held) => ({ ...without(held, 'tab'), tabBy }));
      },
      tab: (tab: string | undefined) =>
        setSearch((held) => (tab === undefined ? without(held, 'tab') : { ...held, tab })),
      layout: (layout: 'table' | 'card') =>
        setSearch((held) => (layout === 'card' ? { ...held, layout } : without(held, 'layout'))),
      timeRange: (timeRange: HealthTimeRange) =>
        setSearch((held) => ({ ...without(held, 'pageIndex'), timeRange }), { replace: true }),
      /** Without one: back to the order that is usual. */
      sort: sortTo,
      badnessFirst: (on: boolean) => sortTo(on ? { by: 'health', desc: false } : undefined),
      clearFilters: () => {
        store({ hidePassing: false });
        setSearch((held) => ({ ...without(held, 'query', 'labels', 'tab'), hidePassing: false }));
      },
      leavePivot: () => setSearch((held) => without(held, 'pivotBy', 'pivotLabel', 'pivotCellType')),
    };
  }, [setSearch, settings, setSettings]);
}

export type HealthActions = ReturnType<typeof useHealthActions>;

/** The address of a check that keeps what the list shows. */
export function rowHref(path: string, search: HealthSearch, checkId: string): string {
  const { full: _full, ...rest } = openCheck(search, checkId);
  return `${path}${writeQueryString({ ...rest, timeRange: search.timeRange ?? '1h' })}`;
}
