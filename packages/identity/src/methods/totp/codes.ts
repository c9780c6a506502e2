import { generateSecret, generateURI, verifySync } from 'otplib';

const PERIOD_S = 30;
/** 160 bits, as RFC 4226 §4 advises. */
const SECRET_BYTES = 20;

/** A new shared secret, as Base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** What the authenticator app scans. */
export function totpUri(secret: string, issuer: string, account: string): string {
  return generateURI({ secret, issuer, label: account });
}

/** The time step (RFC 6238 §4) that a code is of: now, the one before or the one after; null when it is of none. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const result = verifySync({ secret, token, epoch: Math.floor(nowMs / 1000), epochTolerance: PERIOD_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
