import type { ApiToken, DeniedPermission } from '@quarterdeck/contract';

const SORTS = ['name', 'created_by', 'created_at', 'expires_at', 'last_used_at'] as const;

/** The state of the page in the address. */
export interface TokensSearch {
  query?: string;
  sortBy?: (typeof SORTS)[number];
  sortOrder?: 'asc' | 'desc';
  /** Tokens of agents are shown too. */
  agents?: 'show';
  /** The dialog to make a token is open. */
  addToken?: 'true';
  /** The token whose details are open. */
  id?: string;
}

/** Reads the address of the page. */
export function parseTokensSearch(raw: Readonly<Record<string, unknown>>): TokensSearch {
  const sortBy = SORTS.find((id) => id === raw.sortBy);
  const text = (name: string) => (typeof raw[name] === 'string' && raw[name] !== '' ? { [name]: raw[name] } : {});
  return {
    ...text('query'),
    ...text('id'),
    ...(sortBy === undefined ? {} : { sortBy, sortOrder: raw.sortOrder === 'desc' ? 'desc' : 'asc' }),
    ...(raw.agents === 'show' ? { agents: 'show' } : {}),
    ...(String(raw.addToken) === 'true' ? { addToken: 'true' } : {}),
  };
}

/** Begins the names of tokens that agents use (contract screens §11.12). */
const AGENT = 'agent-';

/** The tokens of a search; those of agents only where they are asked for. */
export function findTokens(tokens: readonly ApiToken[], { query = '', agents }: TokensSearch): ApiToken[] {
  const wanted = query.trim().toLowerCase();
  return tokens.filter(
    ({ name, created_by }) =>
      (agents === 'show' || !name.startsWith(AGENT)) && `${name} ${created_by.name}`.toLowerCase().includes(wanted),
  );
}

/** The value that a column sorts a token by. */
export function cellOf(token: ApiToken, id: string): string | null {
  switch (id) {
    case 'created_by':
      return token.created_by.name;
    case 'created_at':
      return token.created_at;
    case 'expires_at':
      return token.expires_at;
    case 'last_used_at':
      return token.last_used_at;
    default:
      return token.name;
  }
}

/** Whether the time of a token is over. */
export function hasEnded({ expires_at }: Pick<ApiToken, 'expires_at'>, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now;
}

/** A permission as the form names it: `object:action`, and the items that it is about. */
export function permissionLabel({ object, action, condition }: DeniedPermission): string {
  return `${object}:${action}${condition === undefined ? '' : ` (${condition})`}`;
}

/** The permissions in the order of the form. */
export function inOrder(permissions: readonly DeniedPermission[]): DeniedPermission[] {
  return permissions.toSorted((a, b) => a.object.localeCompare(b.object, 'en'));
}

/** Whether a token may still do something, by what was taken away when it was made. */
export function isKept(permission: DeniedPermission, denied: readonly string[]): boolean {
  const { object, action } = permission;
  const ways = [`${object}:${action}`, `${object}:*`, `*:${action}`, '*:*'];
  return permission.condition === undefined ? !ways.some((way) => denied.includes(way)) : true;
}

/** How the API is called with a token, which the shell holds in `TOKEN` (spec 000 §2). `base` ends without a slash. */
export function usageExamples(base: string): { id: string; label: string; text: string }[] {
  const path = `${base}/db/checks?select=name,status&limit=5`;
  return [
    { id: 'bearer', label: 'Bearer', text: `curl -H "Authorization: Bearer $TOKEN" '${path}'` },
    { id: 'basic', label: 'Basic', text: `curl -u "token:$TOKEN" '${path}'` },
  ];
}
