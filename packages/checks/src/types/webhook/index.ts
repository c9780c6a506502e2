import { z } from 'zod';
import type { CheckType } from '../../engine/types.ts';
import { checkBaseShape, envVarField } from '../fields.ts';

/** Fields of the webhook check (contract checks §2.31). */
const webhookSchema = z.object({
  ...checkBaseShape,
  /** What a call must carry; without one every call is taken. */
  token: envVarField.optional(),
});

export type WebhookCheckSpec = z.output<typeof webhookSchema>;

/** What a call to a webhook carried; `results` for its expressions. */
export interface WebhookCall {
  headers: Record<string, string>;
  json?: unknown;
  content?: string;
}

const MAX_CONTENT_BYTES = 10_240;

/**
 * Shapes a received call as `results` (contract checks §2.31): `json` when the content type is exactly
 * application/json, else the first 10 240 bytes as `content`. A broken JSON body is kept as content.
 */
export function webhookResults(headers: Record<string, string>, body: Uint8Array): WebhookCall {
  const contentType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (contentType === 'application/json') {
    try {
      return { headers, json: JSON.parse(new TextDecoder().decode(body)) };
    } catch {
      // Falls through: the sender should see its text rather than nothing.
    }
  }
  return { headers, content: new TextDecoder().decode(body.subarray(0, MAX_CONTENT_BYTES)) };
}

/** Waits to be called; nothing is probed. The server hands what was received to the engine as a result. */
export const webhookCheck: CheckType<WebhookCheckSpec> = {
  type: 'webhook',
  key: 'webhook',
  title: 'Webhook',
  description: 'Takes results that others send to /webhook/<name>.',
  icon: 'webhook',
  schema: webhookSchema,
  endpoint: (spec) => spec.name,
  run: async () => ({ pass: true }),
};
