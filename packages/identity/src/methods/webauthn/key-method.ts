import type { Method } from '../types.ts';
import { isKeyForm, type KeyKind } from './keys.ts';

interface KeyMethodParts {
  /** The field of the settings' form that carries a new key. */
  newKey: string;
  login: Omit<NonNullable<Method['login']>, 'accepts'>;
  settings: Omit<NonNullable<Method['settings']>, 'accepts' | 'isPrivileged'>;
}

/** The method of one kind of keys: its forms are told by the names of their fields. */
export function keyMethod(kind: KeyKind, { newKey, login, settings }: KeyMethodParts): Method {
  return {
    group: kind,
    login: { ...login, accepts: (values) => isKeyForm(values, kind, [`${kind}_login`]) },
    settings: {
      ...settings,
      accepts: (values) => isKeyForm(values, kind, [newKey, `${kind}_register_trigger`, `${kind}_remove`]),
      isPrivileged: () => true,
    },
  };
}
