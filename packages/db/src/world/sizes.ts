/** How many rows of each kind a made-up world has. Kinds that are few are the same in every size. */
export interface WorldSize {
  configItems: number;
  configChanges: number;
  /** Beside the links between an item and its parent. */
  configLinks: number;
  configAnalysis: number;
  components: number;
  incidents: number;
  playbookRuns: number;
  jobHistory: number;
  sentNotifications: number;
}

/** The world that the figures are measured with (docs/performance.md). */
export const FULL_WORLD_SIZE: WorldSize = {
  configItems: 100_000,
  configChanges: 1_000_000,
  configLinks: 100_000,
  configAnalysis: 20_000,
  components: 5000,
  incidents: 2000,
  playbookRuns: 50_000,
  jobHistory: 500_000,
  sentNotifications: 50_000,
};

/** A share of a world, such as one hundredth for a demo. No kind is empty. */
export function scaleWorld(size: WorldSize, share: number): WorldSize {
  const scaled = Object.entries(size).map(([kind, rows]) => [kind, Math.max(1, Math.round(rows * share))]);
  return Object.fromEntries(scaled) as WorldSize; // the same keys with other numbers
}
