import type { Flow, FlowKind } from '@quarterdeck/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FLOW_PAGES } from '../model/reaction.ts';
import { safeTarget } from '../model/safe-target.ts';
import { type FlowState, useFlow } from './use-flow.ts';

export interface FlowPageState extends FlowState {
  /** Texts of the address. */
  search: Readonly<Record<string, string | undefined>>;
  returnTo: string | undefined;
}

export interface FlowPageOptions {
  /** Names of the address that a new flow is asked for by, beside the way back. */
  asks?: readonly string[];
  headers?: Record<string, string>;
  onFlow?: (flow: Flow) => void;
}

/** A flow on its page: the flow's id and the way back live in the address. Once it is done the person goes back. */
export function useFlowPage(kind: FlowKind, options: FlowPageOptions = {}): FlowPageState {
  const { asks = [], headers, onFlow } = options;
  const search = useSearch({ strict: false }) as Record<string, string | undefined>; // the router reads plain texts
  const navigate = useNavigate();
  const returnTo = search.return_to;
  const query: Record<string, string | undefined> = { return_to: returnTo };
  if (kind === 'registration') query.after_verification_return_to = returnTo;
  for (const name of asks) query[name] = search[name];
  const state = useFlow({
    kind,
    id: search.flow,
    query,
    returnTo,
    ...(headers ? { headers } : {}),
    ...(onFlow ? { onFlow } : {}),
    setId: (flow, isBare = false) =>
      void navigate({
        to: FLOW_PAGES[kind],
        search: (before: Record<string, unknown>) => ({ ...before, flow, ...(isBare ? { return_to: undefined } : {}) }),
        replace: true,
      }),
    // A page of its own begins: nothing of who was there before is kept.
    onDone: (flow) => location.assign(safeTarget(flow.return_to ?? returnTo, location.origin)),
  });
  return { ...state, search, returnTo };
}
