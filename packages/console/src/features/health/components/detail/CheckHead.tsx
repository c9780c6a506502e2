import { type CheckDetail, type CheckSummary, NIL_AGENT_ID } from '@quarterdeck/contract';
import { Icon, TagChips, type TriState } from '@quarterdeck/ui';
import { Fragment } from 'react';
import { displayName } from '../../model/names.ts';

export interface CheckHeadProps {
  check: CheckSummary | undefined;
  detail: CheckDetail | null | undefined;
}

/** Type mark and name. */
export function CheckTitle({ check, detail }: CheckHeadProps) {
  const name = check ? displayName(check) : (detail?.name ?? 'Check');
  const type = check?.type ?? detail?.type ?? '';
  return (
    <span className="qd-check-name">
      {type && <Icon name={check?.icon || detail?.icon || type} fallback={type} size={18} label={type} />}
      <span className="qd-detail-title">{name}</span>
    </span>
  );
}

export interface CheckSubtitleProps extends CheckHeadProps {
  /** There is room for more labels. */
  full: boolean;
  /** Includes (1) or excludes (-1) checks with a label. */
  onLabel: (label: string, state: TriState) => void;
}

/** Namespace, endpoint, agent and labels; this server itself is not named as an agent. */
export function CheckSubtitle({ check, detail, full, onLabel }: CheckSubtitleProps) {
  const agent = detail?.agents && detail.agent_id !== NIL_AGENT_ID ? `agent ${detail.agents.name}` : undefined;
  const facts = [
    { id: 'namespace', text: check?.namespace || detail?.namespace },
    { id: 'endpoint', text: check?.endpoint },
    { id: 'agent', text: agent },
  ].filter(({ text }) => Boolean(text));
  const labels = check?.labels ?? detail?.labels ?? {};
  return (
    <div className="qd-detail-facts">
      <div className="qd-quiet">
        {facts.map(({ id, text }, index) => (
          <Fragment key={id}>
            {index > 0 && ' · '}
            <span className={id === 'endpoint' ? 'qd-mono' : undefined}>{text}</span>
          </Fragment>
        ))}
      </div>
      <TagChips
        tags={labels}
        max={full ? 12 : 3}
        onInclude={(key, value) => onLabel(`${key}:${value}`, 1)}
        onExclude={(key, value) => onLabel(`${key}:${value}`, -1)}
      />
    </div>
  );
}
