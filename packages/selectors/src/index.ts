export type { ResourceSelector } from './types.ts';
