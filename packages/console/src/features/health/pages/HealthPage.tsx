import { HeldBar, Skeleton, Tabs, useReading } from '@quarterdeck/ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type Command, useCommands } from '../../../app/commands.tsx';
import { useMedia } from '../../../data/media.ts';
import { findCheck } from '../../../data/summary.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { HealthFilters } from '../components/HealthFilters.tsx';
import { HealthTable } from '../components/HealthTable.tsx';
import { NoRows } from '../components/NoRows.tsx';
import { SummaryBar, SummaryComing } from '../components/SummaryBar.tsx';
import { TopTools } from '../components/TopTools.tsx';
import type { HealthSearch } from '../model/search.ts';
import { neighbours } from '../model/view.ts';
import { type HealthActions, rowHref, type SetHealthSearch, useHealthActions } from './use-health-actions.ts';
import { type HealthView, useHealthView } from './use-health-view.ts';
import './health.css';

export { parseHealthSearch } from '../model/search.ts';

const CheckDetail = lazy(async () => ({ default: (await import('../components/detail/CheckDetail.tsx')).CheckDetail }));
const FilterArea = lazy(async () => ({ default: (await import('../components/FilterArea.tsx')).FilterArea }));
const PivotView = lazy(async () => ({ default: (await import('../components/PivotView.tsx')).PivotView }));

export interface HealthPageProps {
  search: HealthSearch;
  setSearch: SetHealthSearch;
}

/** From this width the filters stand beside the list. */
const WIDE = '(min-width: 1536px)';
const ALL = '*';

/** The health page (spec 001 §2): what is broken, at first glance. */
export function HealthPage({ search, setSearch }: HealthPageProps) {
  const { reading, props: readingProps } = useReading();
  const wide = useMedia(WIDE);
  const [filtersChosen, setFilters] = useState<boolean>();
  const filtersOpen = filtersChosen ?? wide;
  const view = useHealthView(search, setSearch, { reading, filtersOpen });
  const actions = useHealthActions({ setSearch, settings: view.settings, setSettings: view.setSettings });
  const beside = neighbours(view.items, search.checkId);
  useListCommands(search, actions, beside);
  return (
    <div className="qd-health-page">
      <TopTools timeRange={view.timeRange} rate={view.rate} onRate={view.setRate} />
      <div className="qd-health-bar">
        {view.query.data ? (
          <SummaryBar
            checks={view.stages.matching}
            hiddenPassing={view.stages.hiddenPassing}
            onShowPassing={() => actions.hidePassing(false)}
          />
        ) : (
          <SummaryComing failed={view.query.isError} />
        )}
        <HealthFilters
          query={search.query ?? ''}
          labels={view.labels}
          onFilter={actions.filter}
          activeFilters={view.activeFilters}
          areaOpen={filtersOpen}
          onArea={() => setFilters(!filtersOpen)}
          badnessFirst={view.sort.by === 'health' && !view.sort.desc}
          onBadnessFirst={actions.badnessFirst}
          layout={search.layout ?? 'table'}
          onLayout={actions.layout}
          labelKeys={view.labelKeys}
          groupBy={view.groupBy}
          onGroupBy={actions.groupBy}
          tabBy={view.tabBy}
          onTabBy={actions.tabBy}
          timeRange={view.timeRange}
          onTimeRange={actions.timeRange}
        />
        <Tabs
          label={`Checks by ${view.tabBy}`}
          tabs={view.tabs.map((tab) => ({
            id: tab.value ?? ALL,
            label: tab.label,
            count: tab.value === undefined ? tab.count : tab.failing || tab.count,
            tone: tab.failing > 0 && tab.value !== undefined ? 'bad' : 'neutral',
            countLabel: tab.value !== undefined && tab.failing > 0 ? `${tab.failing} failing` : `${tab.count} checks`,
          }))}
          value={search.tab ?? ALL}
          onChange={(tab) => actions.tab(tab === ALL ? undefined : tab)}
          panelId="health-list"
        />
      </div>
      <div className="qd-health-body">
        {filtersOpen && (
          <Suspense>
            <FilterArea
              floating={!wide}
              onClose={() => setFilters(false)}
              hidePassing={view.hidePassing}
              onHidePassing={actions.hidePassing}
              labels={view.labels}
              onLabels={actions.labels}
              filters={view.filters}
            />
          </Suspense>
        )}
        <div id="health-list" role="tabpanel" aria-label="Checks" className="qd-health-list" {...readingProps}>
          <HealthList search={search} view={view} actions={actions} />
          <HeldBar change={view.held.change} onApply={view.held.apply} />
        </div>
        {search.checkId !== undefined && (
          <Suspense
            fallback={
              <aside className="qd-detail-coming">
                <Skeleton shape="tiles" count={8} label="Loading check" />
              </aside>
            }
          >
            <CheckDetail
              id={search.checkId}
              check={findCheck(view.query.data, search.checkId)}
              full={search.full ?? false}
              onFull={actions.full}
              onClose={actions.close}
              previous={beside.previous}
              next={beside.next}
              onOpen={actions.step}
              timeRange={view.timeRange}
              onTimeRange={actions.timeRange}
              tab={search.detail ?? 'history'}
              onTab={actions.detail}
              choices={search}
              onChoose={actions.choose}
              onLabel={(label, state) => actions.labels({ ...view.labels, [label]: state })}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  search: HealthSearch;
  view: HealthView;
  actions: HealthActions;
}

function HealthList({ search, view, actions }: PartProps) {
  const { query, stages, items } = view;
  const hrefOf = (id: string): string => rowHref(location.pathname, search, id);
  const states = tableStates('The checks could not be loaded', query);
  const { error } = states;
  const empty = query.data && (
    <NoRows
      total={view.checks.length}
      hiddenPassing={stages.hiddenPassing}
      onShowPassing={() => actions.hidePassing(false)}
      onClear={actions.clearFilters}
    />
  );
  if (search.pivotLabel !== undefined) {
    const by = search.pivotBy ?? 'canary_name';
    const choice = { by, label: search.pivotLabel, cell: search.pivotCellType ?? 'uptime' };
    return (
      <Suspense>
        {error}
        <PivotView checks={stages.shown} choice={choice} hrefOf={hrefOf} onLeave={actions.leavePivot} />
      </Suspense>
    );
  }
  return (
    <HealthTable
      items={items}
      layout={search.layout ?? 'table'}
      sort={view.sort}
      onSort={actions.sort}
      onClearSort={() => actions.sort(undefined)}
      selected={search.checkId}
      onOpen={search.checkId === undefined ? actions.open : actions.step}
      onExpand={() => actions.full(true)}
      onToggleGroup={view.toggleGroup}
      hrefOf={hrefOf}
      showNamespace={!(view.tabBy === 'namespace' && search.tab !== undefined)}
      states={states}
      empty={empty}
    />
  );
}

function useListCommands(
  search: HealthSearch,
  actions: HealthActions,
  { previous, next }: ReturnType<typeof neighbours>,
): void {
  const isOpen = search.checkId !== undefined;
  const commands = useMemo<Command[]>(() => {
    const step = (id: string | undefined) => (): void => {
      if (id !== undefined) (isOpen ? actions.step : actions.open)(id);
    };
    return [
      { id: 'search', title: 'Search', shortcut: '/', listedOnly: true, perform: () => undefined },
      { id: 'next', title: 'Next check', shortcut: 'j', perform: step(next) },
      { id: 'next-arrow', title: 'Next check', shortcut: 'ArrowDown', when: () => isOpen, perform: step(next) },
      { id: 'previous', title: 'Previous check', shortcut: 'k', perform: step(previous) },
      {
        id: 'previous-arrow',
        title: 'Previous check',
        shortcut: 'ArrowUp',
        when: () => isOpen,
        perform: step(previous),
      },
      {
        id: 'open',
        title: 'Open the check, again for full size',
        shortcut: 'Enter',
        listedOnly: true,
        perform: () => undefined,
      },
      { id: 'close', title: 'Close the check', shortcut: 'Escape', listedOnly: true, perform: actions.close },
      { id: 'worst', title: 'Worst first', shortcut: 'w', perform: () => actions.badnessFirst(true) },
    ];
  }, [isOpen, actions, previous, next]);
  useCommands(commands);
}
