import type { ApiToken } from '@quarterdeck/contract';
import { Age, Button, Confirm, Dialog, Skeleton, toast } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useConsole } from '../../../../data/context.ts';
import { isKept, permissionLabel } from '../../model/tokens.ts';
import { deniableQuery, useTokenActs } from '../../queries/tokens.ts';
import { PermissionBoxes } from './PermissionBoxes.tsx';
import { TokenEnd } from './TokenEnd.tsx';

export interface TokenDialogProps {
  token: ApiToken;
  /** It is a token of the person who looks. */
  isOwn: boolean;
  mayDelete: boolean;
  onClose: () => void;
}

/** What a token is and may do, and the way to end it (contract screens §11.12). */
export function TokenDialog({ token, isOwn, mayDelete, onClose }: TokenDialogProps) {
  const [asking, setAsking] = useState(false);
  const id = useId();
  const { remove } = useTokenActs();
  const destroy = async () => {
    try {
      await remove(token.id);
    } catch (error) {
      throw new Error('Failed to delete token', { cause: error });
    }
    toast.success('Token deleted successfully');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Token Details"
      size="medium"
      footer={
        <>
          {mayDelete && (
            <Button variant="danger" onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
          <span className="qd-grow" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <dl className="qd-token-facts">
        <dt>Name</dt>
        <dd>{token.name}</dd>
        <dt>Created By</dt>
        <dd>{token.created_by.name}</dd>
        <dt>Created At</dt>
        <dd>
          <Age at={token.created_at} />
        </dd>
        <dt>Expires At</dt>
        <dd>
          <TokenEnd token={token} />
        </dd>
        <dt>Last Used</dt>
        <dd>{token.last_used_at === null ? 'Never' : <Age at={token.last_used_at} />}</dd>
      </dl>
      <h3 id={id} className="qd-token-heading">
        Token Permissions
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-labelledby={id}>
        {isOwn ? <OwnPermissions token={token} /> : <DeniedPermissions token={token} />}
      </section>
      <Confirm open={asking} title="Delete Token" onClose={() => setAsking(false)} onConfirm={destroy}>
        <p>Are you sure you want to delete this token? This action cannot be undone.</p>
        <p>
          <b>{token.name}</b> · {token.created_by.name}
        </p>
      </Confirm>
    </Dialog>
  );
}

function OwnPermissions({ token }: { token: ApiToken }) {
  const permissions = useQuery(deniableQuery(useConsole().http));
  const denied = token.deny_roles ?? [];
  if (permissions.data === undefined) {
    return permissions.isError ? <DeniedPermissions token={token} /> : <Skeleton label="Loading permissions..." />;
  }
  const taken = permissions.data.filter((one) => !isKept(one, denied)).map(permissionLabel);
  return <PermissionBoxes permissions={permissions.data} denied={new Set(taken)} />;
}

function DeniedPermissions({ token: { created_by, deny_roles: denied = [] } }: { token: ApiToken }) {
  return (
    <p>
      What {created_by.name} may do{denied.length === 0 ? '.' : `, except: ${denied.join(', ')}.`}
    </p>
  );
}
