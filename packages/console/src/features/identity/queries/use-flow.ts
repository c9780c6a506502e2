import type { Flow, FlowKind } from '@quarterdeck/contract';
import { toast } from '@quarterdeck/ui';
import { useEffect, useRef, useState } from 'react';
import { mayRestart, reactTo } from '../model/reaction.ts';
import { createFlow, type FlowAnswer, type FlowFailure, readFlow, submitFlow } from './flow-api.ts';

/** How a flow stands on its page. */
export interface FlowState {
  flow: Flow | null;
  /** What keeps the form away, in words; `retry` tries again. */
  problem: string | null;
  pending: boolean;
  submit: (values: Record<string, unknown>) => Promise<void>;
  retry: () => void;
  /** Reads the form once more beside the one that is shown; null when it is gone. */
  reread: () => Promise<Flow | null>;
}

export interface UseFlowOptions {
  kind: FlowKind;
  /** The flow that the address names. */
  id: string | undefined;
  /** What a new flow is asked for by. */
  query: Readonly<Record<string, string | undefined>>;
  headers?: Record<string, string>;
  returnTo: string | undefined;
  /** Writes the flow into the address, without a step for Back; undefined takes it out. `isBare`: the way back too. */
  setId: (id: string | undefined, isBare?: boolean) => void;
  /** The person is signed in, or what was asked for is done. */
  onDone: (flow: Flow) => void;
  /** After each form that is shown again without a fault. */
  onFlow?: (flow: Flow) => void;
}

const RESTARTS = 'signInRestarts';

/** Follows one self-service flow: made or read at first, then submitted; its refusals lead where the specification says. */
export function useFlow(options: UseFlowOptions): FlowState {
  const { kind, id } = options;
  const [flow, setFlow] = useState<Flow | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [round, setRound] = useState(0);
  const latest = useRef(options);
  latest.current = options;
  const isBare = useRef(false);

  const show = (answer: FlowAnswer, shown: Flow | null, leaves = false): void => {
    const { setId, onDone, onFlow } = latest.current;
    if (answer.kind === 'flow') {
      setFlow(answer.flow);
      setProblem(null);
      if (answer.flow.id !== latest.current.id) setId(answer.flow.id);
      if (shown !== null) onFlow?.(answer.flow);
    } else if (answer.kind === 'done' && shown !== null) onDone(shown);
    else if (answer.kind === 'failed') react(answer.failure, leaves);
  };
  const react = (failure: FlowFailure, leaves: boolean): void => {
    const { setId, returnTo } = latest.current;
    const here = `${location.pathname}${location.search}`;
    const reaction = reactTo(failure, { flow: kind, origin: location.origin, here, returnTo, leaves });
    if (reaction.kind === 'go') location.assign(reaction.to);
    else if (reaction.kind === 'tell') {
      setProblem(reaction.text);
    } else if (noteRestart()) {
      if (reaction.toast !== undefined) toast.error(reaction.toast);
      isBare.current = !reaction.keepsReturnTo;
      setFlow(null);
      setId(undefined, isBare.current);
      setRound((count) => count + 1);
    } else setProblem('This keeps failing. Does the browser refuse cookies?');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once a round; the flow is then followed by its answers
  useEffect(() => {
    let current = true;
    const { query, headers } = latest.current;
    // The address, where the way back was refused, changes only after this.
    const wanted = isBare.current ? { ...query, return_to: undefined, after_verification_return_to: undefined } : query;
    const asked = round === 0 && id !== undefined ? readFlow(kind, id) : createFlow(kind, wanted, headers);
    void asked.then((answer) => {
      if (current) show(answer, null);
    });
    return () => {
      current = false;
    };
  }, [kind, round]);

  return {
    flow,
    problem,
    pending,
    retry: () => setRound((count) => count + 1),
    async reread() {
      const answer = flow === null ? null : await readFlow(kind, flow.id);
      return answer?.kind === 'flow' ? answer.flow : null;
    },
    async submit(values) {
      if (flow === null || pending) return;
      setPending(true);
      setProblem(null);
      try {
        const leaves = 'provider' in values || 'link' in values;
        show(await submitFlow(kind, flow.id, values), flow, leaves);
      } finally {
        setPending(false);
      }
    },
  };
}

/** Counts a restart; false when there were too many lately. */
function noteRestart(): boolean {
  try {
    const before: unknown = JSON.parse(sessionStorage.getItem(RESTARTS) ?? '[]');
    const times = Array.isArray(before) ? before.filter((time): time is number => typeof time === 'number') : [];
    const next = mayRestart(times, Date.now());
    if (next !== null) sessionStorage.setItem(RESTARTS, JSON.stringify(next));
    return next !== null;
  } catch {
    return true;
  }
}
