import type { Flow, FlowNode, InputAttributes, NodeGroup } from '@quarterdeck/contract';

/** An input node. */
export type InputNode = FlowNode & { attributes: InputAttributes };

/** Whether a node is an input. */
export function isInput(node: FlowNode): node is InputNode {
  return node.attributes.node_type === 'input';
}

/** Whether an input is a button: it sends its value only when it is pressed. */
export function isButton(node: FlowNode): boolean {
  return isInput(node) && (node.attributes.type === 'submit' || node.attributes.type === 'button');
}

/** A key that tells nodes apart: names repeat, also between fields and buttons. */
export function keyOf(node: FlowNode, index: number): string {
  const { attributes } = node;
  const name = attributes.node_type === 'input' ? attributes.name : attributes.id;
  return `${node.group} ${name} ${index}`;
}

/** The text beside a node. */
export function labelOf(node: FlowNode): string {
  const { attributes, meta } = node;
  if (attributes.node_type === 'a') return attributes.title.text;
  const own = attributes.node_type === 'input' ? attributes.label : undefined;
  return (own ?? meta.label)?.text ?? '';
}

/** The groups of a flow in their order, each with its nodes; those that only `default` has go with every form. */
export function groupsOf(flow: Flow): { group: NodeGroup; nodes: FlowNode[] }[] {
  const groups = new Map<NodeGroup, FlowNode[]>();
  for (const node of flow.ui.nodes) {
    if (node.group === 'default') continue;
    groups.set(node.group, [...(groups.get(node.group) ?? []), node]);
  }
  return [...groups].map(([group, nodes]) => ({ group, nodes }));
}

/** The nodes that every form of a flow has: the protection against forgery, who it is, traits. */
export function sharedNodes(flow: Flow): FlowNode[] {
  return flow.ui.nodes.filter(({ group }) => group === 'default');
}

/**
 * The form of one group: its nodes with those that every form has. Where the group asks for nothing to be written, the
 * shared fields that a person fills in stay with the forms that do.
 */
export function formNodes(flow: Flow, nodes: readonly FlowNode[]): FlowNode[] {
  const asks = nodes.some(isVisibleField);
  return [...sharedNodes(flow).filter((node) => asks || !isVisibleField(node)), ...nodes];
}

/** Whether a node is a field that a person sees. */
export function isVisibleField(node: FlowNode): boolean {
  return isInput(node) && !isButton(node) && node.attributes.type !== 'hidden';
}

/** What the fields of nodes hold at first. */
export function initialValues(nodes: readonly FlowNode[]): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {};
  for (const node of nodes) {
    if (!isInput(node) || isButton(node)) continue;
    const { name, type, value } = node.attributes;
    values[name] = type === 'checkbox' ? value === true : value === undefined ? '' : String(value);
  }
  return values;
}

/**
 * What is sent: the fields and the button that was pressed. A button of its own meaning (send again, remove, show) sends
 * none of the fields that a person fills in.
 */
export function submittedValues(
  nodes: readonly FlowNode[],
  values: Readonly<Record<string, string | boolean>>,
  pressed: { name: string; value: string } | null,
): Record<string, string | boolean> {
  const isMethod = pressed === null || pressed.name === 'method' || pressed.name === 'provider';
  const sent: Record<string, string | boolean> = {};
  for (const node of nodes) {
    if (!isInput(node) || isButton(node)) continue;
    const { name, type } = node.attributes;
    if (name === 'method' && pressed !== null) continue;
    if (!isMethod && type !== 'hidden') continue;
    sent[name] = values[name] ?? '';
  }
  if (pressed !== null) sent[pressed.name] = pressed.value;
  return sent;
}
