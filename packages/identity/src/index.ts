export type { IdentityContext } from './context.ts';
export { type Cipher, createCipher } from './crypto/cipher.ts';
export type { IdentityDatabase, Queryable } from './database.ts';
export type { IdentityRequest, IdentityResponse } from './http/types.ts';
export { createIdentity, type IdentityOptions, type IdentityService } from './identity.ts';
export type { BreachRange } from './methods/password/breach.ts';
export { DEFAULT_HASH_COST, type HashCost } from './methods/password/hash.ts';
export { defaultIdentitySettings, type IdentitySettings } from './settings.ts';
