import type { Flow, FlowNode } from '@quarterdeck/contract';
import { useEffect, useRef, useState } from 'react';
import { type Ceremony, ceremonyOf, lifeOf, offeredPasskey } from '../model/ceremony.ts';
import { type InputNode, isInput } from '../model/form-nodes.ts';
import { askForKey, canOfferPasskeys, keyProblem } from './keys.ts';

/** Options that are good for less than this are asked for anew before the person is. */
const ENOUGH_MS = 120_000;
/** An offer is renewed so long before it ends. */
const MARGIN_MS = 10_000;

export interface UseKeysOptions {
  flow: Flow;
  /** The form that asks for keys. */
  nodes: readonly FlowNode[];
  /** Reads the flow once more, for options that are fresh; null when it is gone. */
  reread: (() => Promise<Flow | null>) | undefined;
  onAnswer: (ceremony: Ceremony, answer: string) => void;
}

export interface KeysState {
  /** A window of the browser is open. */
  waiting: boolean;
  /** Why no key answered. */
  problem: string | null;
  /** Asks for a key by a button of the form. `lapsed`: the server asks for something else first. */
  begin: (button: InputNode) => Promise<'asked' | 'lapsed'>;
}

/** Asks the person for keys: when they press a button, and while they fill in a field where the form offers that. */
export function useKeys(options: UseKeysOptions): KeysState {
  const { flow, nodes } = options;
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const latest = useRef(options);
  latest.current = options;
  const offer = useRef<AbortController | null>(null);
  const received = useRef({ flow, at: performance.now() });
  if (received.current.flow !== flow) received.current = { flow, at: performance.now() };
  const offered = offeredPasskey(nodes) !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new form is offered once, and once more after a window was closed
  useEffect(() => {
    if (!offered) return;
    const stop = new AbortController();
    offer.current = stop;
    void offerPasskey(latest.current, stop.signal).then((found) => {
      if (found !== null && !stop.signal.aborted) latest.current.onAnswer(found.ceremony, found.answer);
    });
    return () => stop.abort();
  }, [flow, round, offered]);

  return {
    waiting,
    problem,
    async begin(button) {
      setWaiting(true);
      setProblem(null);
      try {
        const ceremony = await freshCeremony(options, button, performance.now() - received.current.at);
        if (ceremony === null) return 'lapsed';
        // The browser has one window for keys: an offer gives way to it.
        offer.current?.abort();
        const answer = await askForKey(ceremony);
        latest.current.onAnswer(ceremony, answer);
      } catch (error) {
        setProblem(keyProblem(error));
        setRound((count) => count + 1);
      } finally {
        setWaiting(false);
      }
      return 'asked';
    },
  };
}

/** The ceremony of a button, with options that leave time to answer; null when the form has it no more. */
async function freshCeremony(
  { nodes, reread }: Pick<UseKeysOptions, 'nodes' | 'reread'>,
  button: InputNode,
  ageMs: number,
): Promise<Ceremony | null> {
  const shown = ceremonyOf(nodes, button);
  const life = shown === null ? null : lifeOf(shown);
  if (shown === null || life === null || reread === undefined || life - ageMs >= ENOUGH_MS) return shown;
  const flow = await reread();
  if (flow === null) return shown;
  const { name } = button.attributes;
  return ceremonyOf(
    flow.ui.nodes,
    flow.ui.nodes.find((node) => isInput(node) && node.attributes.name === name),
  );
}

/** Waits until the person chooses a passkey that the browser offers. Null: the browser offers none, or not any more. */
async function offerPasskey(
  { nodes, reread }: Pick<UseKeysOptions, 'nodes' | 'reread'>,
  signal: AbortSignal,
): Promise<{ ceremony: Ceremony; answer: string } | null> {
  if (!(await canOfferPasskeys())) return null;
  let ceremony = ceremonyOf(nodes, offeredPasskey(nodes));
  while (ceremony !== null && !signal.aborted) {
    const life = lifeOf(ceremony);
    const end = life === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, life - MARGIN_MS))]);
    try {
      return { ceremony, answer: await askForKey(ceremony, { signal: end, isOffer: true }) };
    } catch {
      if (signal.aborted || !end.aborted) return null;
    }
    const next = (await reread?.()) ?? null;
    ceremony = next === null ? null : ceremonyOf(next.ui.nodes, offeredPasskey(next.ui.nodes));
  }
  return null;
}
