import type { WhyAnswer, WhyReason } from '@quarterdeck/contract';
import { Age, Badge, HealthShape } from '@quarterdeck/ui';
import { useAccess } from '../../../data/access.ts';
import { PageLink } from '../../../shared/PageLink.tsx';
import { reasonName, sentenceOf, viaText } from '../model/why.ts';

const MARKS = { allowed: 'healthy', denied: 'unhealthy', some: 'mixed' } as const;

/** The outcome and what was weighed for it, what decides first. */
export function WhyResult({ answer }: { answer: WhyAnswer }) {
  const { outcome, reasons } = answer;
  const deciding = reasons.filter(({ decides }) => decides);
  const others = reasons.filter(({ decides }) => !decides);
  return (
    <section className="qd-why-result" aria-label="Answer">
      <h2 className="qd-why-outcome">
        <HealthShape health={MARKS[outcome]} px={18} />
        {sentenceOf(answer)}
      </h2>
      {deciding.length === 0 && <p>No role and no rule allows it. Nothing needs to deny what nothing allows.</p>}
      {deciding.length > 0 && <Reasons label="What decides" reasons={deciding} />}
      {others.length > 0 && <Reasons label="Without effect here" reasons={others} />}
    </section>
  );
}

function Reasons({ label, reasons }: { label: string; reasons: readonly WhyReason[] }) {
  return (
    <>
      <h3>{label}</h3>
      <ol className="qd-why-reasons" aria-label={label}>
        {reasons.map((reason) => (
          <li key={`${reason.kind} ${reason.id ?? reason.name}`}>
            <Reason reason={reason} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Reason({ reason }: { reason: WhyReason }) {
  const { kind, id, effect, via, condition, fits, untilMs } = reason;
  const mayRead = useAccess()?.can('permissions') ?? false;
  const name = reasonName(reason);
  const way = viaText(via);
  return (
    <>
      <span className="qd-why-head">
        <Badge tone={effect === 'deny' ? 'bad' : 'ok'}>{effect === 'deny' ? 'Deny' : 'Allow'}</Badge>
        <b>
          {kind === 'permission' && id !== undefined && mayRead ? (
            <PageLink page="/settings/permissions" href={`/settings/permissions?permission=${id}`}>
              {name}
            </PageLink>
          ) : (
            name
          )}
        </b>
        {untilMs !== undefined && (
          <span className="qd-dim">
            until <Age at={untilMs} />
          </span>
        )}
      </span>
      {way !== null && <span className="qd-why-line">{way}</span>}
      {condition !== undefined && (
        <span className="qd-why-line">
          {fits === undefined ? 'Only items where' : fits ? 'Fits the item:' : 'Does not fit the item:'}{' '}
          <code>{condition}</code>
        </span>
      )}
    </>
  );
}
