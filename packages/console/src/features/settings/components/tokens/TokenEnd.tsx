import type { ApiToken } from '@quarterdeck/contract';
import { Age, Badge } from '@quarterdeck/ui';
import { useConsole } from '../../../../data/context.ts';
import { hasEnded } from '../../model/tokens.ts';

/** When a token ends, or that it did. */
export function TokenEnd({ token }: { token: Pick<ApiToken, 'expires_at'> }) {
  const { now } = useConsole();
  if (token.expires_at === null) return 'Never';
  return (
    <span className="qd-token-end">
      {hasEnded(token, now()) && <Badge tone="bad">expired</Badge>}
      <Age at={token.expires_at} />
    </span>
  );
}
