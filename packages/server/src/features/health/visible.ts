import type { CheckSummary, SummaryResponse } from '@quarterdeck/contract';
import { type Authz, type Caller, unpackJson } from '../../platform/index.ts';

const CHECKS = { object: 'canaries', resource: 'canaries' } as const;

/** Those of the checks that the caller may see. */
export function onlyVisible(
  authz: Pick<Authz, 'visible'>,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return authz.visible(caller, CHECKS, 'check', ids);
}

/** A summary that is sent as it is, or as text when something was taken out of it or it is not the newest. */
export type SeenSummary = Buffer | { text: string; ageSeconds: number | null };

/** The summary without the checks that the caller may not see. For whom no rule is about single checks it stays packed. */
export async function onlyVisibleSummary(
  authz: Pick<Authz, 'decide' | 'visible'>,
  caller: Caller,
  summary: Buffer | { text: string; ageSeconds: number },
): Promise<SeenSummary> {
  if (authz.decide(caller, CHECKS, 'read').kind === 'all') return summary;
  const text = Buffer.isBuffer(summary) ? await unpackJson(summary) : summary.text;
  const { checks_summary: checks = [], ...rest } = JSON.parse(text) as SummaryResponse; // made by the summary itself
  const visible = await onlyVisible(
    authz,
    caller,
    checks.map(({ id }: CheckSummary) => id),
  );
  const seen: SummaryResponse = { ...rest, checks_summary: checks.filter(({ id }: CheckSummary) => visible.has(id)) };
  return { text: JSON.stringify(seen), ageSeconds: Buffer.isBuffer(summary) ? null : summary.ageSeconds };
}
