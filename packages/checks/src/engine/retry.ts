import type { RetryPolicy } from '@quarterdeck/contract';
import { parseDuration } from '@quarterdeck/kit';

/** A retry policy in numbers. */
export interface RetryPlan {
  /** Wait before the first attempt. */
  delayMs: number;
  /** Wait between attempts. */
  intervalMs: number;
  /** How often to try again; infinite when only a time limit is given. */
  maxRetries: number;
  /** No attempt begins later than this after the first. */
  timeoutMs: number;
}

const DEFAULT_INTERVAL_MS = 1000;

function positive(text: string | undefined): number | undefined {
  const parsed = text === undefined ? null : parseDuration(text);
  return parsed === null || parsed <= 0 ? undefined : parsed;
}

/**
 * Reads a policy (contract checks §1.2). Retries need `maxRetries` or `timeout`: without both, or when disabled, there
 * is one attempt.
 */
export function retryPlan(policy: RetryPolicy | undefined): RetryPlan {
  const timeoutMs = positive(policy?.timeout);
  const { maxRetries } = policy ?? {};
  const enabled = policy !== undefined && !policy.disabled;
  const bounded = maxRetries !== undefined || timeoutMs !== undefined;
  return {
    delayMs: enabled ? (positive(policy.delay) ?? 0) : 0,
    intervalMs: positive(policy?.interval) ?? DEFAULT_INTERVAL_MS,
    maxRetries: enabled && bounded ? Math.max(0, maxRetries ?? Number.POSITIVE_INFINITY) : 0,
    timeoutMs: timeoutMs ?? Number.POSITIVE_INFINITY,
  };
}
