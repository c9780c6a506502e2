/** A second door for `tests/load`: parts that are measured alone, and the world that they are measured with. */
export { createIdSource } from './features/canaries/ids.ts';
export { createCanaryService } from './features/canaries/service.ts';
export { createCanaryStore } from './features/canaries/store.ts';
export { DEMO_SOURCE, worldDocuments } from './features/demo/documents.ts';
export { type HistorySpan, historyOf, historyTimes } from './features/demo/history.ts';
export { applyWorld, loadHistory } from './features/demo/load.ts';
export { createWorld, FULL_WORLD, type WorldCanary } from './features/demo/world.ts';
export { checkKey, type RunToWrite } from './features/scheduler/result-rows.ts';
export { createResultWriter } from './features/scheduler/writer.ts';
export { createLive } from './platform/live/live.ts';
