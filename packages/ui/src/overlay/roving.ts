/** Which of `count` items a key moves to, in a list that wraps around; undefined when the key does not move. */
export function rove(key: string, index: number, count: number, axis: 'vertical' | 'horizontal'): number | undefined {
  if (count === 0) return undefined;
  const [back, on] = axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  if (key === on) return (index + 1) % count;
  if (key === back) return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** The index of the next item after `index` whose text begins with a letter; undefined when none does. */
export function findByLetter(texts: readonly string[], index: number, letter: string): number | undefined {
  const wanted = letter.toLowerCase();
  for (let step = 1; step <= texts.length; step++) {
    const at = (index + step) % texts.length;
    if (texts[at]?.toLowerCase().startsWith(wanted)) return at;
  }
  return undefined;
}
