import { type FocusEvent, type PointerEvent, type UIEvent, useMemo, useState } from 'react';

/**
 * Whether a person looks at a region: the pointer or the focus is in it, or something in it is scrolled. `props` go on
 * the region's element.
 */
export function useReading() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const props = useMemo(
    () => ({
      onPointerMove: (event: PointerEvent) => event.pointerType !== 'touch' && setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
      onScrollCapture: (event: UIEvent) =>
        setScrolled(event.target instanceof HTMLElement && event.target.scrollTop > 0),
    }),
    [],
  );
  return { reading: pointed || focused || scrolled, props };
}
