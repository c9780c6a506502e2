import { HUB_AUDIT_PATH } from '@quarterdeck/contract';
import { ErrorView, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { NotFoundPage, UnauthorizedPage } from '../../../app/StatePages.tsx';
import { useBootstrap, useConsole } from '../../../data/context.ts';
import { failureText } from '../../../data/http.ts';
import { AuditTrail } from '../../settings/components/audit/AuditTrail.tsx';
import type { AuditSearch } from '../../settings/model/audit.ts';
import { organizationsQuery } from '../queries/hub.ts';

export { parseAuditSearch } from '../../settings/model/audit.ts';

type Props = Pick<PageProps<AuditSearch>, 'search' | 'setSearch'>;

const HEAD = {
  title: 'Organisation audit',
  crumbs: [{ label: 'Organisation', href: '/settings/organization-profile' }, { label: 'Audit' }],
};

/** What happened to the organisation at the control plane, in hosted mode; elsewhere there is none. */
export function OrganizationAuditPage(props: Props) {
  return useBootstrap().data?.mode === 'hosted' ? <OrganizationAudit {...props} /> : <NotFoundPage />;
}

/** The trail of the organisation that the page works in, for its owners and administrators. */
function OrganizationAudit({ search, setSearch }: Props) {
  const { http } = useConsole();
  const organizations = useQuery(organizationsQuery(http));
  const { id, role } = organizations.data?.find(({ active }) => active) ?? {};
  const source = useMemo(() => ({ path: HUB_AUDIT_PATH, scope: { org_id: id ?? '' } }), [id]);
  if (organizations.isError) {
    return (
      <ErrorView
        title="The organisation could not be read"
        message={failureText(organizations.error)}
        onRetry={() => void organizations.refetch()}
      />
    );
  }
  if (!organizations.data) return <Skeleton shape="text" count={8} label="Loading the audit trail" />;
  if (role !== 'owner' && role !== 'admin') return <UnauthorizedPage />;
  return <AuditTrail head={HEAD} source={source} search={search} setSearch={setSearch} />;
}
