import { useServerStatus, useWhoAmI } from '../../../data/context.ts';

/**
 * The id that goes into `created_by`. The local administrator of the standalone mode is no stored person, so there it is
 * left out.
 */
export function useActingPerson(): string | undefined {
  const status = useServerStatus().data;
  const who = useWhoAmI().data;
  return status === undefined || status.mode === 'standalone' ? undefined : who?.payload.user?.id;
}
