import type { CheckDetail } from '@quarterdeck/contract';
import { LinkButton } from '@quarterdeck/ui';
import { Pencil } from 'lucide-react';
import { usePagePaths } from '../../../../app/pages-context.ts';
import { KeeperNote } from '../../../../shared/KeeperNote.tsx';
import { keeperOf } from '../../../../shared/keeper.ts';

/**
 * The way to where the check is defined: `Edit` to its canary, or the component or config that made it instead (contract
 * screens §5.3); who keeps it is said beside.
 */
export function CheckOrigin({ detail }: { detail: CheckDetail }) {
  const { canary_id: id, canaries, agent_id, agents } = detail;
  const keeper = keeperOf({
    id,
    name: canaries?.name ?? '',
    namespace: detail.namespace ?? null,
    source: canaries?.source ?? null,
    agent_id,
    agent: agents,
  });
  const mayEdit = usePagePaths().has('/settings/canaries/$id');
  const isMadeByOther = keeper?.kind === 'component' || keeper?.kind === 'config';
  return (
    <>
      {mayEdit && !isMadeByOther && (
        <LinkButton icon={<Pencil size={13} aria-hidden="true" />} href={`/settings/canaries/${id}`}>
          Edit
        </LinkButton>
      )}
      {keeper && <KeeperNote keeper={keeper} />}
    </>
  );
}
