/** What columns are arranged with, in a chunk of its own: the list is there before it. */
export { tableTools } from '@quarterdeck/ui';
