import { type CheckSummary, NIL_AGENT_ID } from '@quarterdeck/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConsole } from '../../../data/context.ts';
import { queryKeys } from '../../../data/keys.ts';

interface AgentRow {
  id: string;
  name: string;
  description: string | null;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Names of the agents of some checks by id; asked for only when `wanted`, and never for this server itself. */
export function useAgentNames(checks: readonly CheckSummary[], wanted: boolean): ReadonlyMap<string, string> {
  const { http } = useConsole();
  const ids = useMemo(
    () =>
      wanted
        ? [...new Set(checks.map((check) => check.agent_id))]
            .filter((id) => id !== undefined && id !== NIL_AGENT_ID)
            .sort()
        : [],
    [checks, wanted],
  );
  const query = useQuery({
    queryKey: queryKeys.agents(ids.filter((id) => id !== undefined)),
    queryFn: ({ signal }) =>
      http.get<AgentRow[]>(`/api/db/agents?select=id,name,description&id=in.(${ids.join(',')})`, { signal }),
    enabled: ids.length > 0,
    meta: { tables: ['agents'] },
  });
  return useMemo(() => (query.data ? new Map(query.data.map((agent) => [agent.id, agent.name])) : NONE), [query.data]);
}
