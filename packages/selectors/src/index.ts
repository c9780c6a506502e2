export { isEmptySelector, isWildcardSelector } from './bind.ts';
export { relatedComponents } from './condition-sql.ts';
export { type FieldTable, fieldTables, relationOf } from './fields.ts';
export { type Patterns, parsePatterns } from './patterns.ts';
export { readSelector, readSelectors } from './read-selector.ts';
export {
  compileSearch,
  compileSelector,
  compileSelectors,
  createMatcher,
  matches,
  matchesAll,
  matchesAny,
} from './selectors.ts';
export {
  type CompiledSelector,
  type MatchContext,
  type Resource,
  type ResourceSelector,
  type SelectorContext,
  type SelectorKind,
  type SqlContext,
  selectorKinds,
  type TraverseDirection,
} from './types.ts';
