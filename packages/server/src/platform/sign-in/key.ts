import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@quarterdeck/contract';

const KEY_BYTES = 32;

/**
 * The keys that seal stored secrets: those of the settings, or one that is made at the first start and kept beside the
 * data, readable by its owner alone. Throws `CONFIG_INVALID` where nodes share a database and no key is set.
 */
export function loadKeys(
  given: readonly string[],
  dataDir: string,
  isShared: boolean,
): readonly [Uint8Array, ...Uint8Array[]] {
  const [first, ...others] = given.map((key) => Buffer.from(key, 'base64'));
  if (first) return [first, ...others];
  if (isShared) {
    throw new AppError('CONFIG_INVALID', {
      message:
        'QD_SECRET_KEY: expected a key of 32 bytes in base64, the same on all nodes of DATABASE_URL; `openssl rand -base64 32` makes one',
      details: { problems: [{ name: 'QD_SECRET_KEY', value: null, expected: 'a key of 32 bytes in base64' }] },
    });
  }
  const path = join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return [Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')];
}
