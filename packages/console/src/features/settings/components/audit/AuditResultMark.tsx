import type { AuditResult } from '@quarterdeck/contract';
import { HealthMark } from '@quarterdeck/ui';
import { auditResultMarks } from '../../model/audit.ts';

/** How an act went: shape, colour and word. */
export function AuditResultMark({ result }: { result: AuditResult }) {
  const { health, word } = auditResultMarks[result];
  return <HealthMark health={health} label={word} />;
}
