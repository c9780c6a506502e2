import { z } from 'zod';
import type { CheckOutcome } from '../../engine/types.ts';

const detailSchema = z.object({ stdout: z.string(), stderr: z.string(), exitCode: z.number() });

/** What a script whose test is false says: stderr and stdout, else `exit code N` (contract checks §1.7, step 6). */
export function scriptTestFailure({ detail }: CheckOutcome): string {
  const parsed = detailSchema.safeParse(detail);
  if (!parsed.success) return '';
  const { stdout, stderr, exitCode } = parsed.data;
  return [stderr, stdout].filter((text) => text !== '').join('\n') || `exit code ${exitCode}`;
}
