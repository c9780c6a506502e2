import type { GraphResponse, HealthTimeRange } from '@quarterdeck/contract';
import { Age, formatElapsed, formatPercent, SeverityMark, StatTile, Tiles } from '@quarterdeck/ui';
import { uptimeRatio } from '../../model/sort.ts';
import { RangePicker } from '../RangePicker.tsx';

export interface CheckTilesProps {
  graph: GraphResponse | undefined;
  severity: string | null | undefined;
  lastRun: string | null | undefined;
  nextRun: string | null | undefined;
  transition: string | null | undefined;
  timeRange: HealthTimeRange;
  onTimeRange: (range: HealthTimeRange) => void;
}

function latency(ms: number | undefined): string {
  return ms ? formatElapsed(ms) : '-';
}

/** The numbers of a check over the chosen range (contract screens §5.3). */
export function CheckTiles(props: CheckTilesProps) {
  const { graph, severity } = props;
  const ratio = graph && uptimeRatio(graph.uptime);
  return (
    <Tiles>
      <StatTile
        label="Uptime"
        value={ratio === undefined ? '-' : formatPercent(ratio)}
        note={
          graph && (
            <>
              {graph.uptime.passed} passed
              <br />
              {graph.uptime.failed} failed
            </>
          )
        }
      />
      <StatTile label="Latency (95%)" value={latency(graph?.latency.p95)} />
      <StatTile label="Latency (97%)" value={latency(graph?.latency.p97)} />
      <StatTile label="Latency (99%)" value={latency(graph?.latency.p99)} />
      <StatTile label="Severity" value={severity ? <SeverityMark severity={severity} /> : '-'} />
      <StatTile
        label="Last Run"
        value={props.lastRun ? <Age at={props.lastRun} suffix relative /> : '-'}
        note={
          props.transition && (
            <>
              Transitioned
              <br />
              <Age at={props.transition} suffix relative />
            </>
          )
        }
      />
      <StatTile label="Next Run" value={props.nextRun ? <Age at={props.nextRun} suffix relative /> : '-'} />
      <StatTile
        label="Time Range"
        value={
          <span className="qd-tile-control">
            <RangePicker value={props.timeRange} onChange={props.onTimeRange} />
          </span>
        }
      />
    </Tiles>
  );
}
