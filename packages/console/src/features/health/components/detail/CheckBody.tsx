import type { CheckDetail, CheckSummary, HealthTimeRange } from '@quarterdeck/contract';
import { Empty, Skeleton, type TabItem, Tabs } from '@quarterdeck/ui';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useConsole } from '../../../../data/context.ts';
import { useMedia } from '../../../../data/media.ts';
import { LoadError } from '../../../../shared/LoadError.tsx';
import { relatedOf } from '../../model/related.ts';
import type { DetailChange, DetailChoices } from '../../model/search.ts';
import { graphQuery, latestQuery } from '../../queries/detail.ts';
import { markedHealth } from '../cells.tsx';
import { CheckCallout } from './CheckCallout.tsx';
import { CheckChart } from './CheckChart.tsx';
import { CheckTiles } from './CheckTiles.tsx';

const HistoryTab = lazy(async () => ({ default: (await import('./HistoryTab.tsx')).HistoryTab }));
const SpecTab = lazy(async () => ({ default: (await import('./SpecTab.tsx')).SpecTab }));
const RelationshipsTab = lazy(async () => ({ default: (await import('./RelationshipsTab.tsx')).RelationshipsTab }));

/** From this height of the window the chart stands above the tabs (spec 001 §2). */
const TALL = '(min-height: 992px)';

export interface CheckBodyProps {
  id: string;
  check: CheckSummary | undefined;
  detail: UseQueryResult<CheckDetail | null>;
  timeRange: HealthTimeRange;
  onTimeRange: (range: HealthTimeRange) => void;
  tab: string;
  onTab: (tab: string) => void;
  choices: DetailChoices;
  onChoose: (change: DetailChange) => void;
}

/** What the detail of a check tells, in the panel and in the dialog alike. */
export function CheckBody(props: CheckBodyProps) {
  const { id, check, detail, timeRange, onTimeRange } = props;
  const { http, now } = useConsole();
  const tall = useMedia(TALL);
  const graph = useQuery(graphQuery(http, id, timeRange, now));
  const latest = useQuery(latestQuery(http, id));
  if (!check && detail.isPending) return <Skeleton shape="tiles" count={8} label="Loading check" />;
  if (!check && detail.error) return <LoadError title="The check could not be loaded" query={detail} />;
  if (!check && !detail.data) {
    return <Empty title="This check does not exist">It may have been removed with its canary.</Empty>;
  }
  const shown = factsOf(check, detail.data);
  return (
    <div className="qd-detail">
      <CheckCallout health={shown.health} severity={shown.severity} since={shown.transition} latest={latest.data} />
      <CheckTiles
        graph={graph.data}
        severity={shown.severity}
        lastRun={shown.lastRun}
        nextRun={shown.nextRun}
        transition={shown.transition}
        timeRange={timeRange}
        onTimeRange={onTimeRange}
      />
      {tall && <CheckChart query={graph} range={timeRange} />}
      <DetailTabs
        id={id}
        canaryId={check?.canary_id ?? detail.data?.canary_id}
        detail={detail.data}
        timeRange={timeRange}
        chosen={props.tab}
        onTab={props.onTab}
        choices={props.choices}
        onChoose={props.onChoose}
        chart={tall ? undefined : <CheckChart query={graph} range={timeRange} />}
      />
    </div>
  );
}

function factsOf(check: CheckSummary | undefined, detail: CheckDetail | null | undefined) {
  const row = detail ?? undefined;
  const status = check?.status ?? row?.status ?? undefined;
  const severity = check?.severity ?? row?.severity ?? undefined;
  const lastRun = check?.last_runtime ?? row?.last_runtime ?? undefined;
  return {
    severity,
    lastRun,
    nextRun: check?.next_runtime ?? row?.next_runtime,
    transition: check?.last_transition_time ?? row?.last_transition_time,
    health: markedHealth({
      ...(status === undefined ? {} : { status }),
      ...(severity === undefined ? {} : { severity }),
      ...(lastRun === undefined ? {} : { last_runtime: lastRun }),
    }),
  };
}

interface DetailTabsProps {
  id: string;
  canaryId: string | undefined;
  detail: CheckDetail | null | undefined;
  timeRange: HealthTimeRange;
  chosen: string;
  onTab: (tab: string) => void;
  choices: DetailChoices;
  onChoose: (change: DetailChange) => void;
  chart: ReactNode;
}

function DetailTabs(props: DetailTabsProps) {
  const { id, canaryId, detail, timeRange, chosen, onTab, choices, onChoose, chart } = props;
  const related = relatedOf(detail);
  const tab = chosen === 'graph' && !chart ? 'history' : chosen;
  const tabs: TabItem[] = [
    { id: 'history', label: 'History' },
    ...(chart ? [{ id: 'graph', label: 'Graph' }] : []),
    { id: 'spec', label: 'Spec' },
    { id: 'relationships', label: 'Relationships', count: related.length, countLabel: `${related.length} related` },
  ];
  return (
    <div className="qd-detail-tabs">
      <Tabs label="Check detail" tabs={tabs} value={tab} onChange={onTab} panelId="check-detail-tab" />
      <div id="check-detail-tab" role="tabpanel" aria-label={tabs.find((one) => one.id === tab)?.id}>
        <Suspense fallback={<Skeleton shape="rows" count={6} />}>
          {tab === 'history' && (
            <HistoryTab
              key={`${id} ${timeRange}`}
              checkId={id}
              range={timeRange}
              choices={choices}
              onChoose={onChoose}
            />
          )}
          {tab === 'graph' && chart}
          {tab === 'spec' && canaryId !== undefined && (
            <SpecTab canaryId={canaryId} json={choices.format === 'json'} onFormat={(format) => onChoose({ format })} />
          )}
          {tab === 'relationships' && <RelationshipsTab related={related} />}
        </Suspense>
      </div>
    </div>
  );
}
