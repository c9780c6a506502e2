import type { Canary, CheckBase, Labels } from '@quarterdeck/contract';

/** Labels that change with every deployment and would split the history of a check (contract checks §1.11). */
const DROPPED_PREFIXES = ['pod-template-hash', 'kustomize.toolkit.fluxcd.io'];

/**
 * The labels of a check (contract checks §1.4, §1.11): the canary's, overlaid by the given ones in order, without the
 * dropped prefixes; severity and owner become labels with the value `true`.
 */
export function checkLabels(canary: Canary, severity: string, ...layers: (Labels | undefined)[]): Labels {
  const merged = Object.assign({}, canary.metadata.labels, ...layers);
  for (const name of [severity, canary.owner]) if (name) merged[name] = 'true';
  const kept = Object.entries<string>(merged).filter(
    ([name]) => !DROPPED_PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
  return Object.fromEntries(kept);
}

/** The severity of a check: its own, else the canary's, else empty. */
export function severityOf(canary: Canary, spec: CheckBase): string {
  return spec.severity ?? canary.severity ?? '';
}
