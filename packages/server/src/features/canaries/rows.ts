import { allTypes, sanitiseEndpoint } from '@quarterdeck/checks';
import type { Canary, CanaryCheck, Labels } from '@quarterdeck/contract';
import { isUuid } from '@quarterdeck/contract';
import { matchesName } from '@quarterdeck/kit';

/** A check as its document says it, in the column names of `checks`. */
export interface CheckRow {
  type: string;
  name: string;
  namespace: string;
  description: string | null;
  icon: string | null;
  /** What it looks at, without credentials; null when that says no more than its name. */
  endpoint: string | null;
  spec: unknown;
  labels: Labels;
  owner: string | null;
  severity: string | null;
}

/** A canary as its document says it, in the column names of `canaries`, with its checks. */
export interface CanaryRowInput {
  /** The document's uid, when it is an id. */
  id: string | null;
  name: string;
  namespace: string;
  labels: Labels;
  annotations: Labels;
  spec: Record<string, unknown>;
  source: string;
  checks: CheckRow[];
}

/** Description of the one check that a canary with `resultMode: junit` has (contract checks §1.7). */
export const JUNIT_RESULT = 'Result Mode: JUnit Report';

/** Labels that deployment tools put on everything; they are no labels of a check (contract checks §1.11). */
const FOREIGN_LABELS = ['pod-template-hash', 'kustomize.toolkit.fluxcd.io'];

/** A check's own labels: those of its spec, and owner and severity as labels with the value `true`. */
export function checkLabels(canary: Pick<Canary, 'owner'>, severity: string, labels: Labels | undefined): Labels {
  const kept = Object.entries(labels ?? {}).filter(([key]) => !FOREIGN_LABELS.some((prefix) => key.startsWith(prefix)));
  const marks = [canary.owner, severity].flatMap((mark) => (mark ? [[mark, 'true'] as const] : []));
  return Object.fromEntries([...marks, ...kept]);
}

/** Shapes a document for storage: an empty name of a check becomes its description, its webhook is a check too. */
export function canaryRow(canary: Canary, source: string): CanaryRowInput {
  const { metadata } = canary;
  const checks: CanaryCheck[] = [...canary.checks];
  if (canary.webhook) checks.push({ type: 'webhook', spec: canary.webhook });
  const rows = checks.map((check) => checkRow(canary, check));
  const junit = canary.resultMode === 'junit' && canary.checks.length > 0;
  return {
    id: metadata.uid && isUuid(metadata.uid) ? metadata.uid.toLowerCase() : null,
    name: metadata.name,
    namespace: metadata.namespace,
    labels: metadata.labels,
    annotations: metadata.annotations,
    spec: canary.rawSpec,
    source,
    checks: junit ? [junitRow(canary), ...rows.filter((row) => row.type === 'webhook')] : unique(rows),
  };
}

function checkRow(canary: Canary, { type, spec }: CanaryCheck): CheckRow {
  const severity = spec.severity || (canary.severity ?? '');
  return {
    type,
    name: spec.name || (spec.description ?? ''),
    namespace: spec.namespace || canary.metadata.namespace,
    description: spec.description || null,
    icon: spec.icon || canary.icon || null,
    endpoint: endpointOf({ type, spec }),
    spec,
    labels: checkLabels(canary, severity, spec.labels),
    owner: canary.owner || null,
    severity: severity || null,
  };
}

function endpointOf({ type, spec }: CanaryCheck): string | null {
  const known = allTypes.find((candidate) => candidate.type === type);
  const endpoint = known ? sanitiseEndpoint(known.endpoint(spec)) : '';
  return endpoint === '' || endpoint === spec.name ? null : endpoint;
}

function junitRow(canary: Canary): CheckRow {
  return checkRow(canary, { type: 'junit', spec: { name: '', description: JUNIT_RESULT } });
}

/** Two checks of one type and name are one check: the last wins. */
function unique(rows: readonly CheckRow[]): CheckRow[] {
  return [...new Map(rows.map((row) => [`${row.type}\u0000${row.name}`, row])).values()];
}

/** Name of this server's own agent. */
const LOCAL_AGENT = 'local';

/** Whether the canary is not to be scheduled here: it is suspended, or meant for other agents (contract checks §1.2, §1.11). */
export function isSuspended(canary: Canary): boolean {
  const { replicas, metadata, agentSelector = [] } = canary;
  return replicas === 0 || metadata.annotations.suspend === 'true' || !matchesName(LOCAL_AGENT, agentSelector);
}

/** The document behind a stored row, to be parsed again. */
export function storedDocument(row: {
  id: string;
  name: string;
  namespace: string;
  labels: Labels | null;
  annotations: Labels | null;
  spec: unknown;
}): Record<string, unknown> {
  return {
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    metadata: {
      uid: row.id,
      name: row.name,
      namespace: row.namespace,
      labels: row.labels ?? {},
      annotations: row.annotations ?? {},
    },
    spec: row.spec,
  };
}
