/** How the identity service behaves (contract identity §6); times in seconds. Every value is a setting. */
export interface IdentitySettings {
  /** Address of the console, without a path. The only base of links in mails. */
  consoleUrl: URL;
  /** Public base of the service's own calls, ending in a slash. */
  baseUrl: URL;
  /** Further places that may be gone back to. */
  allowedReturnUrls: readonly URL[];
  /** Whether people may register themselves. */
  registration: boolean;
  /** The host that keys and passkeys are bound to: the console's own (null), or a domain that it is part of. */
  rpId: string | null;
  /** Name in authenticator apps and mails. */
  issuer: string;
  flowLifespanS: number;
  sessionLifespanS: number;
  /** How long after a sign-in credentials may be changed. */
  privilegedS: number;
  codeLifespanS: number;
  inviteLifespanS: number;
  passwordMinLength: number;
  passwordMaxLength: number;
}

/** The defaults, which the contract's acceptance cases assume. */
export const defaultIdentitySettings: Omit<IdentitySettings, 'consoleUrl' | 'baseUrl'> = {
  allowedReturnUrls: [],
  registration: false,
  rpId: null,
  issuer: 'Quarterdeck',
  flowLifespanS: 3600,
  sessionLifespanS: 24 * 3600,
  privilegedS: 15 * 60,
  codeLifespanS: 15 * 60,
  inviteLifespanS: 48 * 3600,
  passwordMinLength: 12,
  passwordMaxLength: 256,
};
