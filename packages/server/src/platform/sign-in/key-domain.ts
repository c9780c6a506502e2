import { invalidConfig } from '../../config.ts';

/**
 * The domain that keys are bound to; null: the console's own host. Browsers take nothing but that host or a domain above
 * it (WebAuthn §5.1.2), so another one throws `CONFIG_INVALID` instead of leaving people without their keys.
 */
export function keyDomainOf(domain: string | null, { hostname }: URL): string | null {
  if (domain === null || domain === hostname || hostname.endsWith(`.${domain}`)) return domain;
  const expected = `${hostname}, where people reach this server, or a domain above it`;
  throw invalidConfig([{ name: 'QD_WEBAUTHN_RP_ID', value: domain, expected }]);
}
