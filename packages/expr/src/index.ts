export type { Limits } from './budget.ts';
export {
  checkTemplate,
  type EvaluateOptions,
  evaluate,
  evaluateCel,
  renderStruct,
  renderTemplate,
  type Variables,
} from './evaluate.ts';
export { parseBool } from './go/bool.ts';
export { GoDuration, parseGoDuration } from './go/duration.ts';
export { humanDuration, humanSize } from './go/human.ts';
export { celToString } from './go/print.ts';
export { compileRegex } from './lib/regexp.ts';
