import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Where a popup stands against its button. */
export interface PopupPlace {
  align?: 'start' | 'end';
  /** `beside`: to the right of it, tops level. */
  side?: 'below' | 'above' | 'beside';
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 4;
const EDGE = 8;

/** The open popups in the order in which they were opened; Escape is for the last. */
const stack: symbol[] = [];

/**
 * Where a popup of a size goes, in viewport pixels: on its side of the anchor, on the other side when it does not fit
 * there but does there, and always inside the viewport.
 */
export function placePopup(
  anchor: Box,
  size: { width: number; height: number },
  viewport: { width: number; height: number },
  { align = 'start', side = 'below' }: PopupPlace = {},
): { left: number; top: number } {
  if (side === 'beside') {
    return {
      left: clamp(anchor.right + GAP, EDGE, viewport.width - size.width - EDGE),
      top: clamp(anchor.top, EDGE, viewport.height - size.height - EDGE),
    };
  }
  const roomBelow = viewport.height - anchor.bottom - GAP - EDGE;
  const roomAbove = anchor.top - GAP - EDGE;
  const wantsBelow = side === 'below';
  const fits = size.height <= (wantsBelow ? roomBelow : roomAbove);
  const below = fits ? wantsBelow : roomBelow >= roomAbove;
  const top = below ? anchor.bottom + GAP : anchor.top - GAP - size.height;
  const left = align === 'end' ? anchor.right - size.width : anchor.left;
  return {
    left: clamp(left, EDGE, viewport.width - size.width - EDGE),
    top: clamp(top, EDGE, viewport.height - size.height - EDGE),
  };
}

/**
 * Behaviour of a floating element: it is put in the top layer beside its anchor (so nothing cuts it off, dialogs
 * included), and a click elsewhere or Escape closes it. Escape is not passed on, so that only the topmost thing closes.
 * Answers the reference for the popup, which must carry `popover="manual"` and be rendered while open only.
 */
export function usePopup(
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  onClose: (by: 'escape' | 'outside') => void,
  place?: PopupPlace,
): RefObject<HTMLDivElement | null> {
  const popup = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  const { align, side } = place ?? {};

  useLayoutEffect(() => {
    const element = popup.current;
    if (!open || !element) return;
    if (element.isConnected && 'showPopover' in element && !element.matches(':popover-open')) element.showPopover();
    const settle = () => {
      if (!anchor.current) return;
      const spot = placePopup(
        anchor.current.getBoundingClientRect(),
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
        { ...(align && { align }), ...(side && { side }) },
      );
      element.style.left = `${spot.left}px`;
      element.style.top = `${spot.top}px`;
    };
    settle();
    const resized = new ResizeObserver(settle);
    resized.observe(element);
    window.addEventListener('resize', settle);
    window.addEventListener('scroll', settle, true);
    return () => {
      resized.disconnect();
      window.removeEventListener('resize', settle);
      window.removeEventListener('scroll', settle, true);
    };
  }, [anchor, open, align, side]);

  useEffect(() => {
    if (!open) return;
    const self = Symbol('popup');
    stack.push(self);
    const pressed = (event: PointerEvent) => {
      const at = event.target;
      if (!(at instanceof Node) || popup.current?.contains(at) || anchor.current?.contains(at)) return;
      close.current('outside');
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || stack.at(-1) !== self) return;
      event.stopPropagation();
      event.preventDefault();
      close.current('escape');
      anchor.current?.focus();
    };
    document.addEventListener('pointerdown', pressed, true);
    document.addEventListener('keydown', key, true);
    return () => {
      stack.splice(stack.indexOf(self), 1);
      document.removeEventListener('pointerdown', pressed, true);
      document.removeEventListener('keydown', key, true);
    };
  }, [anchor, open]);

  return popup;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}
