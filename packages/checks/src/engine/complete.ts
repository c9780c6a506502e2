import { errorText, MAX_ERROR_CHARS, MAX_MESSAGE_CHARS, type Template } from '@quarterdeck/contract';
import { parseBool } from '@quarterdeck/expr';
import { evaluateMetrics } from './check-metrics.ts';
import { hasTemplate, type Variables } from './expressions.ts';
import { checkLabels, severityOf } from './labels.ts';
import { checkVariables, outcomeVariables, type Probe } from './probe.ts';
import { cutText, jsonSafe, sanitiseEndpoint } from './result.ts';
import { parseTransformation, type TransformEntry } from './transform.ts';
import type { CheckOutcome, CheckResult } from './types.ts';

/** The results of one outcome, and the variables that its expressions saw. */
export interface Completed {
  results: CheckResult[];
  variables: Variables;
}

/** A result under way: errors are still apart, and the detail is as the check or the transform gave it. */
type Draft = Omit<CheckResult, 'detail'> & { detail: unknown; errors: string[] };

/** What is shown as the endpoint of a check; empty when its type cannot tell. */
export function endpointOf({ type, check }: Pick<Probe, 'type' | 'check'>): string {
  try {
    return sanitiseEndpoint(type.endpoint(check.spec));
  } catch {
    return '';
  }
}

function startDraft(probe: Probe, outcome: CheckOutcome): Draft {
  const { canary, check } = probe;
  const { spec } = check;
  const severity = severityOf(canary, spec);
  return {
    type: check.type,
    name: spec.name,
    namespace: spec.namespace || canary.metadata.namespace,
    description: spec.description ?? '',
    icon: spec.icon ?? canary.icon ?? '',
    endpoint: probe.endpoint,
    labels: checkLabels(canary, severity, spec.labels, outcome.labels),
    owner: canary.owner ?? '',
    severity,
    startMs: probe.startMs,
    pass: outcome.pass && !outcome.unknown && !outcome.invalid,
    invalid: Boolean(outcome.invalid || outcome.unknown),
    unknown: Boolean(outcome.unknown),
    durationMs: outcome.durationMs ?? 0,
    message: outcome.message ?? '',
    error: '',
    errors: (outcome.errors ?? []).filter((text) => text !== ''),
    detail: outcome.storeDetail === false ? null : outcome.detail,
    displayType: '',
    metrics: [...(outcome.metrics ?? [])],
    transformedFrom: null,
    transformDeleteStrategy: spec.transformDeleteStrategy ?? null,
    deletedAt: null,
    id: null,
    spec,
  };
}

function fail(draft: Draft, ...errors: string[]): void {
  draft.pass = false;
  draft.errors.push(...errors.filter((text) => text !== '' && !draft.errors.includes(text)));
}

function startOf(entry: TransformEntry, otherwise: number): number {
  const written = entry.start === undefined ? Number.NaN : Date.parse(entry.start);
  return Number.isNaN(written) ? otherwise : written;
}

/** A check of its own; what the entry leaves open comes from its parent, but a missing `pass` means false. */
function childDraft(probe: Probe, parent: Draft, entry: TransformEntry): Draft {
  return {
    ...parent,
    type: entry.type || parent.type,
    name: entry.name || parent.name,
    namespace: entry.namespace || parent.namespace,
    description: entry.description || parent.description,
    icon: entry.icon || parent.icon,
    endpoint: entry.endpoint ? sanitiseEndpoint(entry.endpoint) : parent.endpoint,
    labels: checkLabels(probe.canary, parent.severity, entry.labels),
    startMs: startOf(entry, probe.deps.clock.now()),
    pass: entry.pass === true && entry.invalid !== true,
    invalid: entry.invalid ?? false,
    durationMs: entry.duration ?? 0,
    message: entry.message ?? '',
    errors: entry.error ? [entry.error] : [],
    detail: entry.detail ?? entry.data ?? null,
    displayType: entry.displayType ?? '',
    metrics: entry.metrics ?? [],
    transformedFrom: parent.name,
    transformDeleteStrategy: entry.transformDeleteStrategy ?? parent.transformDeleteStrategy,
    deletedAt: entry.deletedAt ?? null,
    id: entry.id ?? null,
  };
}

function editDraft(probe: Probe, draft: Draft, entry: TransformEntry): void {
  draft.metrics.push(...(entry.metrics ?? []));
  draft.startMs = startOf(entry, draft.startMs);
  draft.pass = entry.pass ?? draft.pass;
  draft.invalid = entry.invalid ?? draft.invalid;
  draft.durationMs = entry.duration ?? draft.durationMs;
  draft.message = entry.message ?? draft.message;
  draft.description = entry.description ?? draft.description;
  draft.displayType = entry.displayType ?? draft.displayType;
  if (entry.error !== undefined) draft.errors = entry.error === '' ? [] : [entry.error];
  const detail = entry.detail ?? entry.data;
  if (detail !== undefined) draft.detail = detail === '$delete' ? null : detail;
  if (entry.labels) draft.labels = checkLabels(probe.canary, draft.severity, probe.check.spec.labels, entry.labels);
}

/** Step 3 of the life cycle. Returns the checks that the transform made. */
async function applyTransform(probe: Probe, draft: Draft, template: Template, variables: Variables): Promise<Draft[]> {
  const { spec } = probe.check;
  try {
    const text = await probe.expressions.evaluate(template, variables);
    const transformation = parseTransformation(text, spec.name);
    if (transformation.kind === 'edit') editDraft(probe, draft, transformation.entry);
    if (transformation.kind === 'empty' && spec.markFailOnEmpty) {
      fail(draft, 'empty result returned from transformation');
    }
    if (transformation.kind !== 'checks') return [];
    const children = transformation.entries.map((entry) => childDraft(probe, draft, entry));
    draft.detail = null;
    return children;
  } catch (error) {
    draft.invalid = true;
    fail(draft, `error transforming result: ${errorText(error)}`);
    return [];
  }
}

async function applyDisplay(probe: Probe, draft: Draft, template: Template, variables: Variables): Promise<void> {
  try {
    draft.message = await probe.expressions.evaluate(template, variables);
  } catch (error) {
    fail(draft, errorText(error));
  }
}

/** Steps 6 and its texts. A true test never rescues a failed check. */
async function applyTest(probe: Probe, draft: Draft, outcome: CheckOutcome, variables: Variables): Promise<void> {
  const { spec } = probe.check;
  const own = hasTemplate(spec.test) ? spec.test : undefined;
  const template = own ?? (probe.type.defaultTest ? { expr: probe.type.defaultTest } : undefined);
  if (template === undefined) return;
  try {
    const verdict = await probe.expressions.evaluate(template, variables);
    const passed = parseBool(verdict);
    if (passed === true) return;
    // The default test of a failed probe would only say again what the probe has said.
    if (passed === null) fail(draft, `test expression did not return a boolean value. got ${verdict}`);
    else if (own || draft.errors.length === 0) fail(draft, probe.type.testFailure?.(outcome) || 'test failed');
    else fail(draft);
  } catch (error) {
    fail(draft, errorText(error));
  }
}

/** Joins errors, makes the detail storable, takes secrets out and cuts to what is stored. */
function finish(probe: Probe, { errors, detail, ...draft }: Draft): CheckResult {
  const { redactor } = probe;
  const { message, error } = probe.deps.textLimits?.() ?? { message: MAX_MESSAGE_CHARS, error: MAX_ERROR_CHARS };
  return {
    ...draft,
    durationMs: Math.max(0, Math.round(draft.durationMs)),
    endpoint: redactor.text(draft.endpoint),
    description: redactor.text(draft.description),
    labels: Object.fromEntries(Object.entries(draft.labels).map(([name, value]) => [name, redactor.text(value)])),
    message: cutText(redactor.text(draft.message), message),
    error: cutText(redactor.text(errors.join(', ')), error),
    detail: redactor.json(jsonSafe(detail)),
    metrics: draft.metrics.map((metric) => ({
      ...metric,
      labels: Object.fromEntries(Object.entries(metric.labels).map(([name, value]) => [name, redactor.text(value)])),
    })),
  };
}

/**
 * Takes one outcome through the life cycle of contract checks §1.7: transform, duration, display, test, metrics. The
 * first result is the check's own; results of checks that a transform made follow.
 */
export async function completeOutcome(probe: Probe, outcome: CheckOutcome): Promise<Completed> {
  const { check, deps, type } = probe;
  const { spec } = check;
  const draft = startDraft(probe, outcome);
  const variables = { ...(await checkVariables(probe)), ...outcomeVariables(outcome) };
  const templating = type.templating !== false;
  let children: Draft[] = [];
  if (!draft.invalid && templating && hasTemplate(spec.transform)) {
    children = await applyTransform(probe, draft, spec.transform, variables);
  }
  if (!draft.durationMs) draft.durationMs = deps.clock.monotonic() - probe.startMonotonic;
  if (!draft.invalid) {
    if (templating && children.length === 0) {
      if (hasTemplate(spec.display)) await applyDisplay(probe, draft, spec.display, variables);
      await applyTest(probe, draft, outcome, variables);
    }
    const { samples, errors } = await evaluateMetrics(spec.metrics ?? [], probe.expressions, variables);
    draft.metrics.push(...samples);
    if (errors.length > 0) fail(draft, ...errors);
  }
  if (draft.invalid) draft.pass = false;
  return { results: [draft, ...children].map((each) => finish(probe, each)), variables };
}
