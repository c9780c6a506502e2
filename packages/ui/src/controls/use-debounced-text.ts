import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A text that a person types: shown at once, written behind. */
export interface DebouncedText {
  text: string;
  setText: (text: string) => void;
  /** Writes now. */
  flush: (text: string) => void;
}

/**
 * A text that is shown at once and written behind after a pause. What is typed is never replaced by an older write: while
 * a write is due, changes from outside are not taken over. Drawing again, for instance by live data, delays no write.
 */
export function useDebouncedText(value: string, write: (text: string) => void, delayMs: number): DebouncedText {
  const [text, setText] = useState(value);
  const [dirty, setDirty] = useState(false);
  const [seen, setSeen] = useState(value);
  const latest = useRef(write);
  useLayoutEffect(() => {
    latest.current = write;
  });
  if (seen !== value) {
    setSeen(value);
    if (!dirty) setText(value);
  }
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(() => {
      setDirty(false);
      latest.current(text);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [dirty, text, delayMs]);
  return {
    text,
    setText: (next) => {
      setText(next);
      setDirty(true);
    },
    flush: (next) => {
      setText(next);
      setDirty(false);
      latest.current(next);
    },
  };
}
