import type { CheckSummary, HealthTimeRange } from '@quarterdeck/contract';
import { Button, Dialog, IconButton, Panel, type TriState } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Maximize2, Play } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Command, useCommands } from '../../../../app/commands.tsx';
import { useConsole } from '../../../../data/context.ts';
import { useStored } from '../../../../data/stored.ts';
import type { DetailChange, DetailChoices } from '../../model/search.ts';
import { checkDetailQuery } from '../../queries/detail.ts';
import { useMayRun, useRunNow } from '../../queries/use-run-now.tsx';
import { CheckBody } from './CheckBody.tsx';
import './detail.css';
import { CheckSubtitle, CheckTitle } from './CheckHead.tsx';
import { CheckOrigin } from './CheckOrigin.tsx';

export interface CheckDetailProps {
  id: string;
  check: CheckSummary | undefined;
  /** Fills the window as a modal dialog rather than standing beside the list. */
  full: boolean;
  onFull: (full: boolean) => void;
  onClose: () => void;
  previous: string | undefined;
  next: string | undefined;
  onOpen: (id: string) => void;
  timeRange: HealthTimeRange;
  onTimeRange: (range: HealthTimeRange) => void;
  /** What it shows below its figures, and the choice of another. */
  tab: string;
  onTab: (tab: string) => void;
  /** What is chosen within the tabs. */
  choices: DetailChoices;
  onChoose: (change: DetailChange) => void;
  /** Filters the list by a label of the check. */
  onLabel: (label: string, state: TriState) => void;
}

/** One check: a panel beside the list, or a dialog over it. */
export function CheckDetail(props: CheckDetailProps) {
  const { id, check, full, onFull, onClose, previous, next, onOpen } = props;
  const { http } = useConsole();
  const detail = useQuery(checkDetailQuery(http, id));
  const { run, isPending } = useRunNow(id);
  const mayRun = useMayRun();
  const [width, setWidth] = useStored('checkPanelWidth', parseWidth, String);
  const commands = useMemo<Command[]>(
    () => [
      {
        id: 'run-now',
        title: 'Run the open check now',
        shortcut: 'r',
        when: () => mayRun && !isPending,
        perform: run,
      },
      { id: 'full', title: 'Full size or panel', shortcut: 'f', perform: () => onFull(!full) },
    ],
    [mayRun, isPending, run, onFull, full],
  );
  useCommands(commands);
  const head = <CheckTitle check={check} detail={detail.data} />;
  const subtitle = <CheckSubtitle check={check} detail={detail.data} full={full} onLabel={props.onLabel} />;
  const footer = (
    <div className="qd-detail-foot">
      {mayRun && (
        <Button variant="primary" icon={<Play size={13} aria-hidden="true" />} pending={isPending} onClick={run}>
          Run Now
        </Button>
      )}
      {full && <Button onClick={() => onFull(false)}>Show beside the list</Button>}
      {detail.data && <CheckOrigin detail={detail.data} />}
    </div>
  );
  const body = (
    <CheckBody
      key={id}
      id={id}
      check={check}
      detail={detail}
      timeRange={props.timeRange}
      onTimeRange={props.onTimeRange}
      tab={props.tab}
      onTab={props.onTab}
      choices={props.choices}
      onChoose={props.onChoose}
    />
  );
  if (full) {
    return (
      <Dialog open onClose={onClose} title={head} size="full" footer={footer}>
        <div className="qd-detail-dialog-bar">{subtitle}</div>
        {body}
      </Dialog>
    );
  }
  return (
    <Panel
      title={head}
      label="Check detail"
      onClose={onClose}
      width={width}
      onWidthChange={setWidth}
      subtitle={subtitle}
      footer={footer}
      actions={
        <>
          <Step
            label="Previous check"
            icon={<ChevronUp size={15} aria-hidden="true" />}
            id={previous}
            onOpen={onOpen}
          />
          <Step label="Next check" icon={<ChevronDown size={15} aria-hidden="true" />} id={next} onOpen={onOpen} />
          <IconButton label="Expand" icon={<Maximize2 size={14} aria-hidden="true" />} onClick={() => onFull(true)} />
        </>
      }
    >
      {body}
    </Panel>
  );
}

function parseWidth(stored: string | null): number {
  const width = Number(stored);
  return width >= 320 && width <= 1200 ? width : 452;
}

interface StepProps {
  label: string;
  icon: ReactNode;
  id: string | undefined;
  onOpen: (id: string) => void;
}

function Step({ label, icon, id, onOpen }: StepProps) {
  return (
    <IconButton label={label} icon={icon} disabled={id === undefined} onClick={() => id !== undefined && onOpen(id)} />
  );
}
