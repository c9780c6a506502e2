import { Empty, Icon } from '@quarterdeck/ui';
import { PageLink } from '../../../../shared/PageLink.tsx';
import type { Related } from '../../model/related.ts';

const PAGES = { Component: '/topology', Config: '/catalog' } as const;

/** Components and configs that belong to the check; each leads to its page (spec 001 §2). */
export function RelationshipsTab({ related }: { related: readonly Related[] }) {
  if (related.length === 0) {
    return (
      <Empty title="No data available">
        Nothing is related to this check. Relate it by `relationships` in its spec.
      </Empty>
    );
  }
  return (
    <table className="qd-history-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        {related.map((one) => (
          <tr key={`${one.type} ${one.id}`}>
            <td>
              <span className="qd-check-name">
                <Icon name={one.icon} size={16} />
                <PageLink page={`${PAGES[one.type]}/$id`} href={`${PAGES[one.type]}/${one.id}`}>
                  {one.name}
                </PageLink>
              </span>
            </td>
            <td>{one.type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
