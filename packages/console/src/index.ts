export { checkHref } from './features/health/model/search.ts';
