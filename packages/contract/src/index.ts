export * from './access.ts';
export * from './canary.ts';
export * from './constants.ts';
export * from './errors.ts';
export * from './health.ts';
export * from './ids.ts';
export * from './live.ts';
export * from './values.ts';
