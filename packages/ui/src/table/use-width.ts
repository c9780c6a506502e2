import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

const measure = (element: HTMLElement) => ({
  width: element.clientWidth,
  windowWidth: document.documentElement.clientWidth,
});

/** The pixels of an element and of the window, kept while they change. */
export function useWidth(element: RefObject<HTMLElement | null>): { width: number; windowWidth: number } {
  const [size, setSize] = useState({ width: 1024, windowWidth: 1024 });
  useLayoutEffect(() => {
    if (element.current?.clientWidth) setSize(measure(element.current));
  }, [element]);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const watcher = new ResizeObserver(() => watched.clientWidth && setSize(measure(watched)));
    watcher.observe(watched);
    return () => watcher.disconnect();
  }, [element]);
  return size;
}
