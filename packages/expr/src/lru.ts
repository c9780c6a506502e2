/** A small cache that forgets what was used least lately. `make` is called for a key that is not held. */
export function createLru<T>(capacity: number, make: (key: string) => T): (key: string) => T {
  const held = new Map<string, T>();
  return (key) => {
    const known = held.get(key);
    if (known !== undefined) {
      held.delete(key);
      held.set(key, known);
      return known;
    }
    const made = make(key);
    held.set(key, made);
    const oldest = held.size > capacity ? held.keys().next().value : undefined;
    if (oldest !== undefined) held.delete(oldest);
    return made;
  };
}
