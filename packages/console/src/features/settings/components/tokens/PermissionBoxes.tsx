import type { DeniedPermission } from '@quarterdeck/contract';
import { TextButton } from '@quarterdeck/ui';
import { permissionLabel } from '../../model/tokens.ts';

export interface PermissionBoxesProps {
  permissions: readonly DeniedPermission[];
  /** Labels of those that are not allowed. */
  denied: ReadonlySet<string>;
  /** Without it the boxes only tell. */
  onChange?: (denied: ReadonlySet<string>) => void;
}

/** One box for each permission; a tick allows it (contract screens §14.1). */
export function PermissionBoxes({ permissions, denied, onChange }: PermissionBoxesProps) {
  const labels = permissions.map(permissionLabel);
  const reads = permissions.filter(({ action }) => action === 'read').map(permissionLabel);
  const flip = (label: string) => {
    const next = new Set(denied);
    if (!next.delete(label)) next.add(label);
    onChange?.(next);
  };
  return (
    <>
      {onChange && (
        <p className="qd-token-choices">
          <TextButton onClick={() => onChange(new Set())}>Allow all</TextButton>
          <TextButton onClick={() => onChange(new Set(labels.filter((label) => !reads.includes(label))))}>
            Reads only
          </TextButton>
          <TextButton onClick={() => onChange(new Set(labels))}>Deny all</TextButton>
          <span className="qd-dim" role="status">
            {labels.length - labels.filter((label) => denied.has(label)).length} of {labels.length} allowed
          </span>
        </p>
      )}
      {[...Map.groupBy(permissions, ({ object }) => object)].map(([object, some]) => (
        <div key={object} className="qd-token-boxes">
          {some.map(permissionLabel).map((label) => (
            <label key={label} className="qd-radio" title={label}>
              <input
                type="checkbox"
                checked={!denied.has(label)}
                disabled={onChange === undefined}
                onChange={() => flip(label)}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      ))}
    </>
  );
}
