/** Keeps the number of probes that are under way at one host within a limit, first come, first served. */
export interface HostLimiter {
  /** Runs a probe when its host has room; at once when there is no host. Rejects with the signal's reason while waiting. */
  run<T>(host: string | undefined, probe: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Makes a limiter. `limit` is the number of probes at once per host. */
export function createHostLimiter(limit = 8): HostLimiter {
  const lanes = new Map<string, Lane>();

  function enter(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (lane.running < limit) {
      lane.running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admit = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        lane.waiting.splice(lane.waiting.indexOf(admit), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      lane.waiting.push(admit);
    });
  }

  function exit(host: string, lane: Lane): void {
    const next = lane.waiting.shift();
    // The place is handed over, so nobody who comes now overtakes those who wait.
    if (next) next();
    else if (--lane.running === 0) lanes.delete(host);
  }

  return {
    async run(host, probe, signal) {
      signal?.throwIfAborted();
      if (!host) return probe();
      const name = host.toLowerCase();
      const lane = lanes.get(name) ?? { running: 0, waiting: [] };
      lanes.set(name, lane);
      await enter(lane, signal);
      try {
        return await probe();
      } finally {
        exit(name, lane);
      }
    },
  };
}
