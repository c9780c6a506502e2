import { Empty, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { usePageHead } from '../../../app/page-head.tsx';
import { useAccess } from '../../../data/access.ts';
import { useConsole } from '../../../data/context.ts';
import { Denied, LoadError } from '../../../shared/LoadError.tsx';
import { WhyForm } from '../components/WhyForm.tsx';
import { WhyResult } from '../components/WhyResult.tsx';
import { questionOf, type WhySearch } from '../model/why.ts';
import { whyQuery } from '../queries/why.ts';
import './why.css';

export { parseWhySearch } from '../model/why.ts';

/**
 * Why somebody may do something, or may not: `/why`. Everyone asks about themselves, administrators about anybody. The
 * answer is the decision of the server itself.
 */
export function WhyPage({ search, setSearch }: Pick<PageProps<WhySearch>, 'search' | 'setSearch'>) {
  const { http } = useConsole();
  const ofOthers = useAccess()?.can('rbac', 'write') ?? false;
  const question = useMemo(() => questionOf(search), [search]);
  const query = useQuery(whyQuery(http, question));
  usePageHead(useMemo(() => ({ title: 'Why?' }), []));
  const change = (members: object) =>
    setSearch((held) =>
      Object.fromEntries(Object.entries({ ...held, ...members }).filter(([, value]) => value !== undefined)),
    );
  return (
    <div className="qd-why">
      <WhyForm search={search} onChange={change} ofOthers={ofOthers} />
      {question === null && (
        <Empty title="Who may do what?">
          Choose what may be done with what. The rules that decide are shown in their order.
        </Empty>
      )}
      {question !== null && query.isPending && <Skeleton shape="text" count={4} label="Asking" />}
      <Denied error={query.error} />
      <LoadError title="The answer could not be had" query={query} />
      {query.data && question !== null && <WhyResult answer={query.data} />}
    </div>
  );
}
