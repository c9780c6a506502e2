import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to the first element of that selector, once, when what holds it appears; without one to none. */
export function useFirstFocus<E extends HTMLElement>(selector: string | undefined): RefObject<E | null> {
  const holder = useRef<E>(null);
  useEffect(() => {
    if (selector !== undefined) holder.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [selector]);
  return holder;
}
