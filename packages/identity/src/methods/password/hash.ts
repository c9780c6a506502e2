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

/** How much of the machine hashes may take. */
export interface HashPace {
  atOnce: number;
  /** Between two hashes that follow each other without a pause there is one, this many times as long as the first took. */
  rest: number;
}

/**
 * The pace for so many cores: four hashes at once at most (contract identity §6.1), and fewer where they would take every
 * core, or every one of the four threads that Node has for files, names and compression too. Where one hash is half of all
 * cores or more, they rest: a wave of sign-ins must not make everything else wait.
 */
export function hashPace(cores: number): HashPace {
  return { atOnce: Math.max(1, Math.min(3, cores - 1)), rest: cores <= 2 ? 1 : 0 };
}

/** Makes a hasher. Throws 429 when too many wait. */
export function createHasher(
  cost: HashCost,
  { atOnce, rest }: HashPace = hashPace(availableParallelism()),
  threads: HashThreads = hashThreads,
): Hasher {
  const options = {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: cost.lanes,
    outputLen: 32,
  };
  const run = createQueue(atOnce, MAX_WAITING, rest);
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

function createQueue(atOnce: number, maxWaiting: number, rest: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const finish = (tookMs: number) => {
    const next = waiting.shift();
    if (!next) running -= 1;
    else if (rest > 0) setTimeout(next, tookMs * rest);
    else next();
  };
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new FlowError(429, 'Too many sign-ins at once', { headers: { 'retry-after': '5' } });
      }
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    const startMs = performance.now();
    try {
      return await work();
    } finally {
      finish(performance.now() - startMs);
    }
  };
}
