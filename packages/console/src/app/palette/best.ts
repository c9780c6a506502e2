import { createRank } from '@quarterdeck/ui';

/** By what a thing is found, in lower case: its name, and further words that lead to it as well. */
export interface Findable {
  name: string;
  further: string;
}

interface Hit<T> {
  one: T;
  at: number;
  name: string;
}

/** Better answers first; of equal ones by name. */
function compareHits<T>(a: Hit<T>, b: Hit<T>): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/**
 * The best answers to a query, at most so many. One pass over all, in which only what is better than the worst kept is
 * put in its place: ten thousand names are answered within a frame.
 */
export function bestOf<T>(all: Iterable<T>, query: string, wordsOf: (one: T) => Findable, most: number): T[] {
  const rank = createRank(query);
  const kept: Hit<T>[] = [];
  for (const one of all) {
    const { name, further } = wordsOf(one);
    const at = rank(name, further);
    if (at === undefined) continue;
    const hit = { one, at, name };
    const worst = kept.length < most ? undefined : kept.at(-1);
    if (worst && compareHits(hit, worst) >= 0) continue;
    if (worst) kept.pop();
    const place = kept.findIndex((other) => compareHits(hit, other) < 0);
    kept.splice(place === -1 ? kept.length : place, 0, hit);
  }
  return kept.map(({ one }) => one);
}
