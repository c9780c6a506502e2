import type { Flow, FlowErrorBody, FlowNode, IdentitySession } from '@quarterdeck/contract';

/** What an answer of the identity service is read from. */
interface Answer {
  /** As JSON gives it. */
  body: unknown;
}

/** The cookie of a session. */
export const SESSION = 'ory_kratos_session';

/** A node of a flow by its name. */
export function nodeOf(flow: Flow, name: string): FlowNode | undefined {
  return flow.ui.nodes.find(({ attributes }) =>
    attributes.node_type === 'input' ? attributes.name === name : attributes.id === name,
  );
}

/** The value of an input. */
export function nodeValue(flow: Flow, name: string): string | undefined {
  const attributes = nodeOf(flow, name)?.attributes;
  return attributes?.node_type === 'input' && attributes.value !== undefined ? String(attributes.value) : undefined;
}

/** Ids of all messages: on the form, then on nodes. */
export function messageIds(flow: Flow): number[] {
  return [...(flow.ui.messages ?? []), ...flow.ui.nodes.flatMap(({ messages }) => messages)].map(({ id }) => id);
}

export const flowOf = ({ body }: Answer): Flow => body as Flow;
export const errorOf = ({ body }: Answer): FlowErrorBody => body as FlowErrorBody;
export const sessionOf = ({ body }: Answer): IdentitySession =>
  body !== null && typeof body === 'object' && 'session' in body
    ? (body.session as IdentitySession)
    : (body as IdentitySession);
