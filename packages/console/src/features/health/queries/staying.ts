/** How long a row must have been in the page before something is asked for it. At full speed a row is there for less. */
export const STAY_MS = 150;

interface Waiting {
  dueAt: number;
  run: () => void;
}

const waiting = new Set<Waiting>();
let timer: ReturnType<typeof setTimeout> | undefined;

function runDue(): void {
  timer = undefined;
  const now = performance.now();
  for (const one of waiting) {
    if (one.dueAt > now) {
      timer = setTimeout(runDue, one.dueAt - now);
      return;
    }
    waiting.delete(one);
    one.run();
  }
}

/** Calls back when a moment has passed, unless the returned function was called before. All that wait share one timer. */
export function whenStaying(run: () => void): () => void {
  const one: Waiting = { dueAt: performance.now() + STAY_MS, run };
  waiting.add(one);
  if (timer === undefined) timer = setTimeout(runDue, STAY_MS);
  return () => waiting.delete(one);
}
