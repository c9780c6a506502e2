import type { CheckDetail } from '@quarterdeck/contract';

/** One related thing of a check. */
export interface Related {
  id: string;
  name: string;
  icon: string;
  type: 'Component' | 'Config';
}

/** Components, then configs; links whose other side is gone are left out. */
export function relatedOf(detail: Pick<CheckDetail, 'components' | 'configs'> | null | undefined): Related[] {
  const components = (detail?.components ?? []).flatMap(({ components: one }): Related[] =>
    one ? [{ id: one.id, name: one.name, icon: one.icon ?? 'component', type: 'Component' }] : [],
  );
  const configs = (detail?.configs ?? []).flatMap(({ configs: one }): Related[] =>
    one ? [{ id: one.id, name: one.name, icon: one.type, type: 'Config' }] : [],
  );
  return [...components, ...configs];
}
