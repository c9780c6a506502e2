import { useMemo, useState } from 'react';
import { fitsAddress, parseClosed } from '../model/closed.ts';
import { groupId } from '../model/rows.ts';
import { type HealthSearch, without } from '../model/search.ts';
import type { SetHealthSearch } from './use-health-actions.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Ids of the collapsed groups, and the way to change that. Their names are in the address as long as they have room
 * there, the rest is remembered by the page. It leaves no step for Back.
 */
export function useCollapsed(search: HealthSearch, setSearch: SetHealthSearch, groupBy: string) {
  const [more, setMore] = useState(NONE);
  const text = JSON.stringify(search.closed);
  const collapsed = useMemo<ReadonlySet<string>>(
    () => new Set([...(parseClosed(text) ?? []).map((name) => groupId(groupBy, name)), ...more]),
    [text, groupBy, more],
  );
  const toggle = (key: string, expanded: boolean): void => {
    const name = key.slice(groupId(groupBy, '').length);
    const others = (search.closed ?? []).filter((one) => one !== name);
    const isKept = !expanded && !fitsAddress([...others, name]);
    if (isKept || more.has(key)) {
      const next = new Set(more);
      if (isKept) next.add(key);
      else next.delete(key);
      setMore(next);
    }
    if (isKept) return;
    setSearch(
      (held) => {
        const names = (held.closed ?? []).filter((one) => one !== name);
        if (!expanded) names.push(name);
        return names.length === 0 ? without(held, 'closed') : { ...held, closed: names };
      },
      { replace: true },
    );
  };
  return { collapsed, toggle };
}
