import { Empty, Icon } from '@quarterdeck/ui';
import type { Related } from '../../model/related.ts';

/** Components and configs that belong to the check. */
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
                <Icon name={one.icon} size={16} /> {one.name}
              </span>
            </td>
            <td>{one.type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
