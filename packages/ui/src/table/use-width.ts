import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface Size {
  width: number;
  windowWidth: number;
}

/** What was measured last: the first guess of the next table, which mostly stands in the same place. */
let lastSize: Size = { width: 1024, windowWidth: 1024 };

/** The size of an element; the held one where it is the same, so that nothing is drawn again. */
function measure(element: HTMLElement, held: Size): Size {
  const size = { width: element.clientWidth, windowWidth: document.documentElement.clientWidth };
  if (size.width === 0 || (size.width === held.width && size.windowWidth === held.windowWidth)) return held;
  lastSize = size;
  return size;
}

/** The pixels of an element and of the window, kept while they change. */
export function useWidth(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(lastSize);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured) setSize((held) => measure(measured, held));
  }, [element]);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const watcher = new ResizeObserver(() => setSize((held) => measure(watched, held)));
    watcher.observe(watched);
    return () => watcher.disconnect();
  }, [element]);
  return size;
}
