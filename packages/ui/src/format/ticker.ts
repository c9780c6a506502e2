const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** Calls back once a second while anyone listens; every live age shares this one timer. Answers the way to stop. */
export function subscribeTick(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    now = Date.now();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || !timer) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time of the last tick in epoch milliseconds: the same for everyone within one render. */
export function readNow(): number {
  if (!timer && Math.abs(Date.now() - now) > 1000) now = Date.now();
  return now;
}

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}
