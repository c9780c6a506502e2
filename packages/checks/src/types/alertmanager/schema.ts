import { z } from 'zod';
import { checkBaseShape, inlineConnectionShape, textField } from '../fields.ts';

/** One entry under `alertmanager` (contract checks §2.12). */
export const alertmanagerSchema = z.object({
  ...checkBaseShape,
  ...inlineConnectionShape,
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
