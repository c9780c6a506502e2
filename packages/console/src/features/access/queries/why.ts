import type { WhyAnswer } from '@quarterdeck/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Http } from '../../../data/http.ts';

/** A decision with its reasons: GET /rbac/why. Read again when what decides about access changes. */
export function whyQuery(http: Http, question: Readonly<Record<string, string>> | null) {
  const path = `/api/rbac/why?${new URLSearchParams(question ?? {})}`;
  return queryOptions({
    queryKey: ['why', path],
    queryFn: ({ signal }) => http.get<WhyAnswer>(path, { signal }),
    enabled: question !== null,
    staleTime: 0,
    retry: false,
    meta: {
      quiet: true,
      tables: ['permissions', 'permission_groups', 'casbin_rule', 'teams', 'team_members', 'people'],
    },
  });
}
