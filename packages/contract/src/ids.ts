/** A string that is the id of one kind of thing and cannot be passed where another is wanted. */
export type Id<Kind extends string> = string & { readonly __kind?: Kind };

export type CanaryId = Id<'canary'>;
export type CheckId = Id<'check'>;
export type AgentId = Id<'agent'>;
export type NodeId = Id<'node'>;

/** The agent id that means "this server". */
export const NIL_AGENT_ID: AgentId = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
