import type { ContinueWith, Flow, FlowKind } from '@quarterdeck/contract';
import { consoleUrl, flowPage } from '../flows/flow.ts';
import type { Visit } from '../visit.ts';
import type { IdentityResponse } from './types.ts';

/**
 * What a handler answers: a flow to show, or a body; who came without JSON is sent to the flow's page, or to `page`.
 */
export type Answer =
  | { status: number; kind: FlowKind; flow: Flow; continueWith?: ContinueWith[] }
  | { status: number; body: unknown; page: string; headers?: Record<string, string> };

/** Shapes an answer for who asked. Nothing of the service is ever kept by a cache. */
export function respond(visit: Visit, answer: Answer, json: boolean): IdentityResponse {
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  const cookies = [...visit.cookies];
  if (json) {
    if ('flow' in answer) {
      const { flow, continueWith } = answer;
      return {
        status: answer.status,
        headers,
        cookies,
        body: continueWith === undefined ? flow : { ...flow, continue_with: continueWith },
      };
    }
    return { status: answer.status, headers: { ...headers, ...answer.headers }, cookies, body: answer.body };
  }
  const page = 'flow' in answer ? flowPage({ kind: answer.kind, id: answer.flow.id }) : answer.page;
  return { status: 303, headers: { ...headers, location: consoleUrl(visit.context, page) }, cookies, body: null };
}
