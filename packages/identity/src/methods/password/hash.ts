import { availableParallelism } from 'node:os';
import { FlowError } from '../../flows/errors.ts';
import { type HashThreads, hashThreads } from './hash-threads.ts';

/** Costs of a password hash (argon2id). */
export interface HashCost {
  memoryKiB: number;
  passes: number;
  lanes: number;
}

/** The costs that the contract asks for (identity §6.1). */
export const DEFAULT_HASH_COST: HashCost = { memoryKiB: 64 * 1024, passes: 3, lanes: 1 };

/** The library's number of it; its enum is erased. */
const ARGON2ID = 2;
const MAX_WAITING = 200;

/** Makes and compares hashes, a few at a time: more would take the memory and the processor of everything else. */
export interface Hasher {
  hash(password: string): Promise<string>;
  /** Compares with a stored hash; without one it takes the same time and answers false. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Whether a stored hash is weaker than what is made now. */
  isWeak(stored: string): boolean;
}

/**
 * How many hashes are made at once: four at most (contract identity §6.1), and fewer where they would take every core, or
 * every one of the four threads that Node has for files, names and compression too. A wave of sign-ins must not make
 * everything else wait.
 */
export function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(3, cores - 1));
}

/** Makes a hasher. Throws 429 when too many wait. */
export function createHasher(
  cost: HashCost,
  atOnce: number = hashesAtOnce(availableParallelism()),
  threads: HashThreads = hashThreads,
): Hasher {
  const options = {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: cost.lanes,
    outputLen: 32,
  };
  const run = createQueue(atOnce, MAX_WAITING);
  const decoy = decoyHash(cost);
  return {
    hash: (password) => run(() => threads.hash(normalised(password), options)),
    async verify(stored, password) {
      const same = await run(() => threads.verify(stored ?? decoy, normalised(password)));
      return stored !== null && same;
    },
    isWeak(stored) {
      const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored);
      return !found || Number(found[1]) < cost.memoryKiB || Number(found[2]) < cost.passes;
    },
  };
}

/** The hash of no password, in the form and at the costs of those that are made: to compare with it is the same work. */
function decoyHash({ memoryKiB, passes, lanes }: HashCost): string {
  const [salt, output] = [16, 32].map((bytes) => Buffer.alloc(bytes).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${salt}$${output}`;
}

/** The same characters, however they were typed. */
function normalised(password: string): string {
  return password.normalize('NFC');
}

function createQueue(atOnce: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new FlowError(429, 'Too many sign-ins at once', { headers: { 'retry-after': '5' } });
      }
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
