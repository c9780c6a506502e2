import { Icon } from '@quarterdeck/ui';
import type { SpecKind } from '../model/kinds.ts';
import { useFirstFocus } from './use-first-focus.ts';

export interface KindPickerProps {
  /** Names the list: "Kinds of health checks". */
  label: string;
  kinds: readonly SpecKind[];
  onPick: (kind: SpecKind) => void;
}

/** A grid of kinds to begin with (contract screens §13.2). */
export function KindPicker({ label, kinds, onPick }: KindPickerProps) {
  const list = useFirstFocus<HTMLUListElement>('button');
  return (
    <ul ref={list} className="qd-kinds" aria-label={label}>
      {kinds.map((kind) => (
        <li key={kind.id}>
          <button type="button" className="qd-kind" onClick={() => onPick(kind)}>
            <Icon name={kind.icon} {...(kind.keys[0] !== undefined && { fallback: kind.keys[0] })} />
            <b>{kind.label}</b>
            <span>{kind.description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
