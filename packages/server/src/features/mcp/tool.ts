import { z } from 'zod';
import { type Caller, refuseField } from '../../platform/index.ts';

/** What a tool tells: each text is a part of its own, the first one JSON. */
export type Told = readonly string[];

/** A tool that assistants may call. Whatever it throws is told as its result, not as a failure of the protocol. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The JSON schema of its arguments. */
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  /** It changes nothing. */
  readOnly: boolean;
  /** Whether the caller may use it at all; what not is not offered. */
  mayUse(caller: Caller): boolean;
  call(caller: Caller, given: unknown): Promise<Told>;
}

/** A tool as it is written down. */
export interface ToolDefinition<Input extends z.ZodObject>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'mayUse'> {
  input: Input;
  readOnly?: boolean;
  act(caller: Caller, given: z.output<Input>): Promise<Told>;
}

/** Makes a tool that takes its arguments strictly: one that is missing, wrong or not known is refused by its name. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description, input, readOnly = true, mayUse, act } = definition;
  const { $schema: _draft, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' },
    readOnly,
    mayUse,
    call: async (caller, given) => act(caller, readArguments(input, given)),
  };
}

/** Throws `REQUEST_INVALID` with the first argument that is wrong; the text tells of all. */
function readArguments<Input extends z.ZodObject>(input: Input, given: unknown): z.output<Input> {
  const read = input.safeParse(given ?? {});
  if (read.success) return read.data;
  const [first, ...others] = read.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: key, reason: 'is not an argument of this tool' }))
      : [{ field: issue.path.join('.') || 'arguments', reason: issue.message }],
  );
  const more = others.map(({ field, reason }) => `; ${field}: ${reason}`).join('');
  throw refuseField(first?.field ?? 'arguments', `${first?.reason ?? 'are not understood'}${more}`);
}

/** Arguments that several tools take. */
export const QUERY = z.string().trim().min(1).max(2000);
export const ID = z.guid();
/** How many rows a tool answers. */
export const LIMIT = z
  .int()
  .min(1)
  .max(100)
  .default(30)
  .describe('How many rows to answer at most; the default is 30.');
