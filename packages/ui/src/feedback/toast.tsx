import { X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { TextButton } from '../controls/Button.tsx';
import { HealthShape } from '../status/HealthMark.tsx';
import { holdToasts, readToasts, subscribeToasts, type ToastItem, toast } from './toast-store.ts';

export { type ToastOptions, toast } from './toast-store.ts';

/** Where toasts appear; one per app. Read out politely, errors at once; held while pointed at or focused. */
export function Toaster() {
  const items = useSyncExternalStore(subscribeToasts, readToasts, readToasts);
  const place = useRef<HTMLElement>(null);
  // A toast that comes while a dialog is open must stand above it, so the place joins the top layer anew.
  useEffect(() => {
    const element = place.current;
    if (!element || !('showPopover' in element)) return;
    const isBuried = items.length > 0 && document.querySelector('dialog[open]') !== null;
    if (element.matches(':popover-open') && isBuried) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover();
  }, [items]);
  return (
    <section
      ref={place}
      popover="manual"
      className="qd-toaster"
      aria-label="Messages"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={() => holdToasts(false)}
    >
      <div role="status" aria-live="polite">
        {items
          .filter((item) => item.kind !== 'error')
          .map((item) => (
            <Toast key={item.id} item={item} />
          ))}
      </div>
      <div role="alert">
        {items
          .filter((item) => item.kind === 'error')
          .map((item) => (
            <Toast key={item.id} item={item} />
          ))}
      </div>
    </section>
  );
}

function Toast({ item }: { item: ToastItem }) {
  const { action } = item;
  return (
    <div className="qd-toast">
      {item.kind === 'loading' ? (
        <span className="qd-spin" aria-hidden="true" />
      ) : (
        <HealthShape health={item.kind === 'success' ? 'healthy' : 'unhealthy'} />
      )}
      <span className="qd-toast-text">{item.text}</span>
      {action && (
        <TextButton
          onClick={() => {
            toast.dismiss(item.id);
            action.onClick();
          }}
        >
          {action.label}
        </TextButton>
      )}
      {item.kind !== 'loading' && (
        <button type="button" className="qd-toast-close" aria-label="Dismiss" onClick={() => toast.dismiss(item.id)}>
          <X size={13} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
