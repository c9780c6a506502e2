import { RUN_NOW_ROLES, type RunNowResponse } from '@quarterdeck/contract';
import { toast } from '@quarterdeck/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useConsole, useWhoAmI } from '../../../data/context.ts';
import { queryKeys } from '../../../data/keys.ts';

const RUN_TIMEOUT_MS = 600_000;

/** The outcome of a run in words: counts, then each error with the name of its check. */
export function runResultText(result: RunNowResponse): string {
  const count = result.total === 1 ? '1 check' : `${result.total} checks`;
  const head = `Ran ${count}: ${result.success} passed, ${result.failed} failed`;
  const errors = result.errors.flatMap((error) => Object.entries(error).map(([name, text]) => `${name}: ${text}`));
  return [head, ...errors].join('\n');
}

/** Runs a check now, once at a time; afterwards its detail, chart, history and the list are read again. */
export function useRunNow(id: string) {
  const { http } = useConsole();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['run-now', id],
    mutationFn: () =>
      http.post<RunNowResponse>(`/api/canary/run/check/${encodeURIComponent(id)}`, undefined, {
        timeoutMs: RUN_TIMEOUT_MS,
      }),
    onSuccess: (result) =>
      void (result.failed > 0 ? toast.error : toast.success)(
        <span className="qd-toast-lines">{runResultText(result)}</span>,
      ),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.check(id) }),
        client.invalidateQueries({ queryKey: queryKeys.summary }),
        client.invalidateQueries({ queryKey: queryKeys.recent(id) }),
      ]);
    },
  });
  const run = useCallback(() => {
    if (client.isMutating({ mutationKey: ['run-now', id] }) === 0) mutate();
  }, [client, id, mutate]);
  return { run, isPending };
}

/** Whether the person may run a check now (spec 001 §6). */
export function useMayRun(): boolean {
  const { roles = [], viewing } = useWhoAmI().data?.payload ?? {};
  return viewing === undefined && RUN_NOW_ROLES.some((role) => roles.includes(role));
}
