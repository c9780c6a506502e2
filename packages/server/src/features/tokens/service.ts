import { type ApiToken, AppError, type CreatedToken, isUuid } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import { type Authz, type Caller, newToken, requirePrivileged } from '../../platform/index.ts';
import { lifeOf, readTokenRequest } from './request.ts';
import type { TokenStore } from './store.ts';

export interface TokenServiceOptions {
  authz: Pick<Authz, 'decide' | 'principalsOf'>;
  store: TokenStore;
  clock: Pick<Clock, 'now'>;
  newId: () => string;
  /** The property `access_token.default_expiry`. */
  defaultExpiry: () => string | undefined;
}

/** Tokens by which programs act for a person (contract identity §9.3). */
export interface TokenService {
  /**
   * Makes a token of the caller. Throws `REQUEST_INVALID`, `TOKEN_NAME_TAKEN`, `SESSION_REFRESH_REQUIRED`, and to tokens
   * `ACCESS_DENIED`.
   */
  create(caller: Caller, body: unknown): Promise<CreatedToken>;
  /** The caller's tokens; all, to who administers. */
  list(caller: Caller): Promise<ApiToken[]>;
  /** Ends a token of the caller, or any, for who administers; a token ends itself. Throws `TOKEN_NOT_FOUND`. */
  remove(caller: Caller, id: string): Promise<void>;
}

/** Of a token for which neither its maker nor the property says how long it lives (contract access §6.8). */
const DEFAULT_EXPIRY = '30d';

/** Makes the service. */
export function createTokenService(options: TokenServiceOptions): TokenService {
  const { authz, store, clock } = options;
  const ownerOf = ({ id, token }: Caller) => token?.owner ?? id;
  /** By what only administrators may, and no token ever. */
  const administers = (caller: Caller) =>
    authz.decide(caller, { object: 'auth', resource: 'identities' }, 'update').kind === 'all';
  const defaultLifeMs = () => {
    try {
      return lifeOf(options.defaultExpiry() ?? DEFAULT_EXPIRY);
    } catch {
      return lifeOf(DEFAULT_EXPIRY);
    }
  };

  return {
    async create(caller, body) {
      requirePrivileged(caller);
      const { name, lifeMs = defaultLifeMs(), denied } = readTokenRequest(body);
      const id = options.newId();
      const { text, hash } = newToken(id);
      const expiresAt = lifeMs === null ? null : new Date(clock.now() + lifeMs);
      const held = authz.principalsOf(caller);
      const outcome = await store.add({ id, name, hash, owner: caller.id, held, denied, expiresAt });
      if (outcome === 'taken') throw new AppError('TOKEN_NAME_TAKEN', { details: { field: 'name' } });
      return { message: 'success', payload: { token: text } };
    },
    list: (caller) => store.list(administers(caller) ? null : ownerOf(caller)),
    async remove(caller, id) {
      const owner = isUuid(id) ? await store.ownerOf(id) : undefined;
      const isOwn = caller.token === undefined ? owner === caller.id : caller.token.id === id;
      if (owner === undefined || !(isOwn || administers(caller))) throw new AppError('TOKEN_NOT_FOUND');
      await store.remove(id);
    },
  };
}
