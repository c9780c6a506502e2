/** Runs on until the process that started it is gone. */
const SLICE_MS = 20;

function spin(): void {
  const endsAt = performance.now() + SLICE_MS;
  while (performance.now() < endsAt);
  setImmediate(spin);
}

process.on('disconnect', () => process.exit(0));
spin();
