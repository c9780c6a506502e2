import { useEffect, useState } from 'react';

/**
 * A text that is shown at once and written behind after a pause. What is typed is never replaced by an older write: while
 * a write is due, changes from outside are not taken over.
 */
export function useDebouncedText(
  value: string,
  write: (text: string) => void,
  delayMs: number,
): { text: string; setText: (text: string) => void; flush: (text: string) => void } {
  const [text, setText] = useState(value);
  const [dirty, setDirty] = useState(false);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (!dirty) setText(value);
  }
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(() => {
      setDirty(false);
      write(text);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [dirty, text, write, delayMs]);
  return {
    text,
    setText: (next) => {
      setText(next);
      setDirty(true);
    },
    flush: (next) => {
      setText(next);
      setDirty(false);
      write(next);
    },
  };
}
