export * from './clock.ts';
export * from './log.ts';
