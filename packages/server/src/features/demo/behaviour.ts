import { noise } from './random.ts';

/** How a made-up service behaves over time. All from numbers, so history and live answers agree. */
export interface Behaviour {
  /** Makes the noise of this service its own. */
  seed: number;
  /** Usual latency in milliseconds. */
  baseMs: number;
  /** `steady` rarely fails, `flapping` fails in short spells, `failing` fails since `sinceMs`, `slow` is slow since then. */
  kind: 'steady' | 'flapping' | 'failing' | 'slow';
  /** Epoch milliseconds from which `failing` and `slow` hold. */
  sinceMs: number;
}

/** What a probe of the service finds at one moment. */
export interface Observation {
  pass: boolean;
  durationMs: number;
  /** Empty when it passes. */
  error: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** About one outage in ten days, of five minutes to an hour and a half. */
function inOutage({ seed }: Behaviour, atMs: number): boolean {
  const day = Math.floor(atMs / DAY_MS);
  if (noise(seed, day, 11) > 0.1) return false;
  const startMs = day * DAY_MS + noise(seed, day, 12) * (DAY_MS - 2 * HOUR_MS);
  const lengthMs = (5 + noise(seed, day, 13) * 85) * 60_000;
  return atMs >= startMs && atMs < startMs + lengthMs;
}

function inSpell({ seed }: Behaviour, atMs: number): boolean {
  return noise(seed, Math.floor(atMs / 180_000), 21) < 0.18;
}

/** Latency follows the hour of the day, with a long tail to the right. */
function latencyMs(behaviour: Behaviour, atMs: number): number {
  const { seed, baseMs } = behaviour;
  const daily = 1 + 0.35 * Math.sin(((atMs % DAY_MS) / DAY_MS) * 2 * Math.PI - 2);
  const second = Math.floor(atMs / 1000);
  const bell = noise(seed, second, 31) + noise(seed, second, 32) + noise(seed, second, 33) - 1.5;
  const tail = noise(seed, second, 34) > 0.985 ? 3 + 4 * noise(seed, second, 35) : 1;
  const slow = behaviour.kind === 'slow' && atMs >= behaviour.sinceMs ? 9 : 1;
  return Math.max(1, Math.round(baseMs * daily * Math.exp(bell * 0.5) * tail * slow));
}

const FAILURES = [
  'expected 503 to be 200..299',
  'expected 502 to be 200..299',
  'expected 500 to be 200..299',
  'expected 429 to be 200..299',
];

/** What a probe at that moment finds; always the same for the same moment. */
export function observe(behaviour: Behaviour, atMs: number): Observation {
  const durationMs = latencyMs(behaviour, atMs);
  const fails =
    inOutage(behaviour, atMs) ||
    (behaviour.kind === 'failing' && atMs >= behaviour.sinceMs) ||
    (behaviour.kind === 'flapping' && inSpell(behaviour, atMs)) ||
    noise(behaviour.seed, Math.floor(atMs / 1000), 41) < 0.0008;
  if (!fails) return { pass: true, durationMs, error: '' };
  const error = FAILURES[Math.floor(noise(behaviour.seed, 51) * FAILURES.length)] ?? '';
  return { pass: false, durationMs, error };
}

/** The HTTP status that an observation's error names; 200 when it passes. */
export function statusOf({ pass, error }: Observation): number {
  return pass ? 200 : Number(/\d{3}/.exec(error)?.[0] ?? 503);
}
