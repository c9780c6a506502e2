import type { FlowMessage, FlowNode, InputAttributes, NodeAttributes, NodeGroup } from '@quarterdeck/contract';
import { message } from './messages.ts';

type InputOptions = Partial<Omit<InputAttributes, 'node_type' | 'name' | 'type'>> & { label?: FlowMessage };

/** An input of a form. `label` is what the person reads. */
export function input(
  group: NodeGroup,
  name: string,
  type: InputAttributes['type'],
  { label, ...attributes }: InputOptions = {},
): FlowNode {
  return node(group, { node_type: 'input', name, type, disabled: false, ...attributes }, label);
}

/** The button that submits a form by one method. */
export function methodButton(group: NodeGroup, label: FlowMessage): FlowNode {
  return input(group, 'method', 'submit', { value: group, label });
}

/** A node of any type. */
export function node(group: NodeGroup, attributes: NodeAttributes, label?: FlowMessage): FlowNode {
  return { type: attributes.node_type, group, attributes, messages: [], meta: label === undefined ? {} : { label } };
}

/** The hidden field against forged submits. */
export function csrfNode(token: string): FlowNode {
  return input('default', 'csrf_token', 'hidden', { value: token, required: true });
}

/** The fields of who someone is; `hints` name what browsers fill in. */
export function traitNodes(group: NodeGroup, values: Readonly<Record<string, string>>): FlowNode[] {
  const field = (name: string, type: InputAttributes['type'], title: string, autocomplete: string, required: boolean) =>
    input(group, name, type, {
      autocomplete,
      ...(required ? { required } : {}),
      ...(values[name] === undefined ? {} : { value: values[name] }),
      label: message(1070002, { title, name }),
    });
  return [
    field('traits.email', 'email', 'Email', 'email', true),
    field('traits.name.first', 'text', 'First name', 'given-name', false),
    field('traits.name.last', 'text', 'Last name', 'family-name', false),
  ];
}

/** Name of an input, id of any other node. */
function nodeName({ attributes }: FlowNode): string {
  return attributes.node_type === 'input' ? attributes.name : attributes.id;
}

/** Puts messages onto the first node of each name; answers those that found none. */
export function placeMessages(
  nodes: readonly FlowNode[],
  messages: readonly { node?: string; message: FlowMessage }[],
): FlowMessage[] {
  const left: FlowMessage[] = [];
  for (const { node: name, message: text } of messages) {
    const target = name === undefined ? undefined : nodes.find((one) => nodeName(one) === name);
    if (target) target.messages.push(text);
    else left.push(text);
  }
  return left;
}
