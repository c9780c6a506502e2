import type { CheckResult } from '@quarterdeck/checks';
import { jsonSafe } from '@quarterdeck/checks';
import type { Labels } from '@quarterdeck/contract';
import { isUuid } from '@quarterdeck/contract';
import { refuseField } from '../../platform/index.ts';
import { lowerKeys } from './request.ts';

/** A pushed result (contract checks §3.10). */
export interface Pushed {
  /** The check's id, when the caller knows it. */
  id: string | null;
  canaryId: string | null;
  canaryName: string;
  namespace: string;
  result: CheckResult;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function labelsOf(value: unknown): Labels {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, label]) => [key, String(label)]));
}

function idOf(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !isUuid(value)) throw refuseField(name, 'expected an id');
  return value.toLowerCase();
}

/** Reads the body of POST /api/push: `Check` and `Status`, keys in any case. Throws `REQUEST_INVALID`. */
export function parsePush(body: unknown, nowMs: number): Pushed {
  const outer = lowerKeys(body, 'body');
  const check = lowerKeys(outer.check, 'Check');
  const status = lowerKeys(outer.status, 'Status');
  const id = idOf(check.id, 'Check.id');
  const name = text(check.name) || text(check.description);
  if (id === null && name === '') throw refuseField('Check.name', 'expected a name or an id');
  const written = typeof status.time === 'string' && status.time !== '' ? Date.parse(status.time) : nowMs;
  if (Number.isNaN(written)) throw refuseField('Status.time', 'expected a time');
  const duration = Number(status.duration ?? 0);
  const invalid = status.invalid === true;
  return {
    id,
    canaryId: idOf(check.canary_id, 'Check.canary_id'),
    canaryName: text(check.canary_name) || name,
    namespace: text(check.namespace) || 'default',
    result: {
      type: text(check.type) || 'push',
      name,
      namespace: text(check.namespace) || 'default',
      description: text(check.description),
      icon: text(check.icon),
      endpoint: '',
      labels: labelsOf(check.labels),
      owner: text(check.owner),
      severity: text(check.severity),
      startMs: written,
      pass: status.status === true && !invalid,
      invalid,
      unknown: false,
      durationMs: Number.isFinite(duration) ? Math.max(0, duration) : 0,
      message: text(status.message),
      error: text(status.error),
      detail: status.detail === undefined ? null : jsonSafe(status.detail),
      displayType: '',
      metrics: [],
      transformedFrom: null,
      transformDeleteStrategy: null,
      deletedAt: null,
      id,
      spec: { name },
    },
  };
}
