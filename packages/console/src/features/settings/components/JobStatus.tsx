import { HealthMark } from '@quarterdeck/ui';
import { jobStatusMark } from '../model/job-marks.ts';

/** The status of a job's run: shape, colour and word (contract screens §1.6). */
export function JobStatus({ status }: { status: string | null | undefined }) {
  const mark = jobStatusMark(status ?? null);
  return mark && <HealthMark health={mark.health} label={mark.word} />;
}
