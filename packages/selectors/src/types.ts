/** Names resources by what they are (contract catalog §9.1). All fields hold together; a selector without fields matches nothing. */
export interface ResourceSelector {
  /** `` is the local one, `all` any; else an id or a name. */
  agent?: string;
  /** Id or `namespace/name` of the parent. */
  scope?: string;
  /** `no-cache`, `no-store`, `max-age=<duration>`. */
  cache?: string;
  /** Text in the search grammar (contract catalog §9.2). */
  search?: string;
  limit?: number;
  includeDeleted?: boolean;
  id?: string;
  name?: string;
  namespace?: string;
  /** Kubernetes selector syntax. */
  tagSelector?: string;
  labelSelector?: string;
  fieldSelector?: string;
  /** A comma list of match items (contract catalog §9.3). */
  health?: string;
  types?: readonly string[];
  statuses?: readonly string[];
}
