import { type RefObject, useEffect, useRef, useState } from 'react';

const OVERSCAN = 10;

/** Which part of a long list of equal rows is on screen, and the space of what is left out, in pixels. */
export function useWindowed(
  count: number,
  rowPx: number,
): { ref: RefObject<HTMLDivElement | null>; from: number; to: number; before: number; after: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 60 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowPx) - OVERSCAN);
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowPx) + OVERSCAN;
      setRange((held) => (held.from === from && held.to === to ? held : { from, to }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      element.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [rowPx]);
  const from = Math.min(range.from, Math.max(0, count - 1));
  const to = Math.min(count, range.to);
  return { ref, from, to, before: from * rowPx, after: Math.max(0, count - to) * rowPx };
}
