import { Age, Code, Dialog, Duration, Tabs } from '@quarterdeck/ui';
import { useId, useState } from 'react';
import { type JobErrors, type JobTab, jobTabs } from '../model/job-details.ts';
import { jobTitle } from '../model/job-marks.ts';
import type { JobRun } from '../model/jobs.ts';
import { JobStatus } from './JobStatus.tsx';

/** The details of a run: errors and summaries, a tab for each that there is (spec 001 §2). */
export function JobDialog({ run, onClose }: { run: JobRun; onClose: () => void }) {
  const tabs = jobTabs(run.details);
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  const tab = tabs.find((one) => one.id === chosen) ?? tabs[0];
  if (!tab) return null;
  return (
    <Dialog open onClose={onClose} title={`Details for job ${jobTitle(run.name)}`} size="medium">
      <p className="qd-job-facts">
        <JobStatus status={run.status} />
        {run.time_start && (
          <span>
            started <Age at={run.time_start} suffix />
          </span>
        )}
        {run.duration_millis !== null && run.duration_millis !== undefined && (
          <span>
            took <Duration ms={run.duration_millis} />
          </span>
        )}
        {run.hostname && <span>on {run.hostname}</span>}
      </p>
      <Tabs
        label="Details"
        tabs={tabs.map((one) => ({
          id: one.id,
          label: one.label,
          ...(one.id === 'errors' ? { count: one.count, tone: 'bad' as const, countLabel: `${one.count} errors` } : {}),
        }))}
        value={tab.id}
        onChange={setChosen}
        panelId={id}
      />
      <div id={id} role="tabpanel" aria-label={tab.label} className="qd-job-panel">
        <TabBody tab={tab} />
      </div>
    </Dialog>
  );
}

function TabBody({ tab }: { tab: JobTab }) {
  if (tab.id === 'errors') return <Errors errors={tab.errors} />;
  return <Code text={JSON.stringify(tab.value, null, 2)} language="json" label={tab.label} lineNumbers />;
}

function Errors({ errors }: { errors: JobErrors }) {
  if (errors.kind === 'text') return <Code text={errors.text} language="text" label="Error" />;
  if (errors.kind === 'list') {
    return (
      <ol className="qd-job-errors">
        {errors.texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: errors of one run have no identity and never move
          <li key={index}>{text}</li>
        ))}
      </ol>
    );
  }
  return (
    <table className="qd-job-error-table">
      <thead>
        <tr>
          <th scope="col">Resource</th>
          <th scope="col">Error</th>
        </tr>
      </thead>
      <tbody>
        {errors.rows.map(({ key, text }) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
