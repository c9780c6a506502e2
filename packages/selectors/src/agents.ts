import { isUuid, NIL_AGENT_ID } from '@quarterdeck/contract';
import type { Condition } from './condition.ts';
import { fieldTables } from './fields.ts';
import { constant } from './match-condition.ts';
import { fitsPattern, fitsPatterns, foldPatterns, type Pattern, type Patterns } from './patterns.ts';
import { fold } from './text.ts';
import type { SelectorKind } from './types.ts';

/** The name of the local agent. */
export const LOCAL_AGENT = 'local';
const LOCAL_NAMES: ReadonlySet<string> = new Set(['', 'self', LOCAL_AGENT]);

/** What a pattern about agents means: any, one by its id, or by name. */
export type AgentPattern = { by: 'any' } | { by: 'id'; id: string } | { by: 'name'; pattern: Pattern };

/** Reads a pattern about agents (contract catalog §9.1): `all`, an id, a name; nothing, `self` and `local` are this server. */
export function readAgentPattern(pattern: Pattern): AgentPattern {
  if (pattern.kind === 'all' || (pattern.kind === 'exact' && pattern.text === 'all')) return { by: 'any' };
  if (pattern.kind !== 'exact') return { by: 'name', pattern };
  if (LOCAL_NAMES.has(pattern.text)) return { by: 'id', id: NIL_AGENT_ID };
  return isUuid(pattern.text) ? { by: 'id', id: pattern.text } : { by: 'name', pattern };
}

/** Whether an agent is meant. `name` is null when it is not known. */
export function fitsAgent(id: string, name: string | null, patterns: Patterns): boolean {
  return fitsPatterns([id], patterns, (_id, pattern) => {
    const read = readAgentPattern(pattern);
    if (read.by === 'any') return true;
    if (read.by === 'id') return read.id === id;
    return name !== null && fitsPattern(fold(name), read.pattern);
  });
}

/** A condition about the agent of a row; kinds without agents are local. The case of names does not count. */
export function agentCondition(kind: SelectorKind, patterns: Patterns): Condition {
  const folded = foldPatterns(patterns);
  if (fieldTables[kind].agents) return { op: 'agent', patterns: folded };
  return constant(fitsAgent(NIL_AGENT_ID, LOCAL_AGENT, folded));
}
