import { z } from 'zod';
import { checkBaseShape, inlineConnectionShape, textField } from '../fields.ts';

/** One entry under `alertmanager` (contract checks §2.12). */
export const alertmanagerSchema = z.object({
  ...checkBaseShape,
  ...inlineConnectionShape,
  /** Used when there is no `url`: as the console's form writes it. */
  host: z.string().optional(),
  /** Regular expressions of alert names; all must match. */
  alerts: z.array(z.string()).optional(),
  /** Label name to regular expression. */
  filters: z.record(z.string(), textField).optional(),
  /** Regular expressions of alert names that are left out. */
  ignore: z.array(z.string()).optional(),
  /** Label name to the value that is left out. */
  exclude_filters: z.record(z.string(), textField).optional(),
});

/** A parsed alertmanager check. */
export type AlertmanagerSpec = z.output<typeof alertmanagerSchema>;

/** The address as it is written. */
export function alertmanagerUrl({ url, host }: AlertmanagerSpec): string | undefined {
  return url || host;
}
