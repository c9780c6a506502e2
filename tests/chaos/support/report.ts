/** Prints figures of a test, so that a run on a loaded machine tells what it saw. */
export function report(what: string, figures: unknown): void {
  process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}
