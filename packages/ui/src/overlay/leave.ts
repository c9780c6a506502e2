import type { FocusEvent, RefObject } from 'react';

/**
 * An `onBlur` for a popup that is no menu: when the focus goes on to something outside, by Tab for instance, it closes.
 * The button that controls the popup is not outside: a press on it takes the focus and then closes by itself.
 */
export function closeOnLeave(popup: RefObject<HTMLElement | null>, onClose: () => void): (event: FocusEvent) => void {
  return ({ relatedTarget: next }) => {
    if (!(next instanceof Element) || popup.current?.contains(next)) return;
    if (next.getAttribute('aria-controls') !== popup.current?.id) onClose();
  };
}
