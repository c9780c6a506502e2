/** Kinds that one search can ask for. */
export const searchedKinds = ['checks', 'components', 'configs', 'config_changes'] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** A resource that a search found (contract catalog §9.4). */
export interface FoundResource {
  id: string;
  /** The name of the agent; `local` for this server. */
  agent: string;
  icon?: string;
  name: string;
  namespace: string;
  type: string;
  labels?: Record<string, string>;
  /** Of checks and components the labels. */
  tags?: Record<string, string>;
}

/** Answer of POST /resources/search: a kind of which nothing was found is not there. */
export type ResourceSearchAnswer = Partial<Record<SearchedKind, FoundResource[]>>;
