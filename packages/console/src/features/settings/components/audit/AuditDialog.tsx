import type { AuditRow } from '@quarterdeck/contract';
import { Age, Code, Dialog } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { auditActionWords, auditActor } from '../../model/audit.ts';
import { AuditResultMark } from './AuditResultMark.tsx';

/** All that is known of one act. */
export function AuditDialog({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const facts: [name: string, value: ReactNode][] = [
    ['When', <Age key="at" at={row.at} suffix />],
    ['Who', auditActor(row)],
    ...(row.about_name ? ([['About', row.about_name]] as const satisfies [string, ReactNode][]) : []),
    ...(row.target ? ([['What', row.target]] as const satisfies [string, ReactNode][]) : []),
    ['Result', <AuditResultMark key="result" result={row.result} />],
    ['From', row.source || '-'],
    ['Program', row.user_agent || '-'],
    ['Act', <code key="act">{row.action}</code>],
  ];
  return (
    <Dialog open onClose={onClose} title={auditActionWords(row.action)} size="medium">
      <dl className="qd-audit-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {Object.keys(row.details).length > 0 && (
        <Code text={JSON.stringify(row.details, null, 2)} language="json" label="Details" />
      )}
    </Dialog>
  );
}
