import { useId, useRef, useState } from 'react';
import { type PopupPlace, usePopup } from './popup.ts';

/**
 * A button and the popup that it opens and closes. Spread `buttonProps` on the button and `popupProps` on the popup,
 * which is drawn while `open`. `leave` closes it and gives the focus back to the button, for acts within.
 */
export function usePopupButton(place?: PopupPlace, onOpen?: () => void) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  const popup = usePopup(button, open, close, place);
  const show = () => {
    if (!open) onOpen?.();
    setOpen(true);
  };
  return {
    button,
    popup,
    open,
    show,
    close,
    leave: () => {
      close();
      button.current?.focus();
    },
    buttonProps: {
      ref: button,
      type: 'button' as const,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      onClick: open ? close : show,
    },
    popupProps: { ref: popup, id, popover: 'manual' as const, tabIndex: -1 },
  };
}
