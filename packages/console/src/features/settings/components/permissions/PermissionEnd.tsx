import { Icon } from '@quarterdeck/ui';
import { PageLink } from '../../../../shared/PageLink.tsx';
import type { PermissionEnd as End } from '../../model/permissions.ts';
import { Person } from '../Person.tsx';

/** Whom or what a rule names, with the kind before the name and a link where there is a page. */
export function PermissionEnd({ end }: { end: End }) {
  const { what, name, icon, link } = end;
  if (what === 'Person') return <Person person={{ id: '', name, avatar: null, email: null }} />;
  const text = (
    <>
      {icon && <Icon name={icon} size={14} />}
      <span className="qd-permission-name">
        {what === 'Global' || what === 'Selector' || what === 'Team' ? name : `${what}: ${name}`}
      </span>
    </>
  );
  return (
    <span className={what === 'Selector' ? 'qd-permission-end qd-mono' : 'qd-permission-end'}>
      {link ? (
        <PageLink page={link.page} href={link.href}>
          {text}
        </PageLink>
      ) : (
        text
      )}
    </span>
  );
}
