export { loadWorld, type OnPart } from './load.ts';
export { FULL_WORLD_SIZE, scaleWorld, type WorldSize } from './sizes.ts';
