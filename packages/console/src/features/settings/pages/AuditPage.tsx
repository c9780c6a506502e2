import type { PageProps } from '../../../app/page.tsx';
import { AuditTrail } from '../components/audit/AuditTrail.tsx';
import type { AuditSearch } from '../model/audit.ts';
import { serverTrail } from '../queries/audit.ts';

export { parseAuditSearch } from '../model/audit.ts';

const HEAD = { title: 'Audit' };

/** Who did what about access, when, and from where: `/settings/audit` (contract identity §6.13). */
export function AuditPage({ search, setSearch }: Pick<PageProps<AuditSearch>, 'search' | 'setSearch'>) {
  return <AuditTrail head={HEAD} source={serverTrail} search={search} setSearch={setSearch} />;
}
