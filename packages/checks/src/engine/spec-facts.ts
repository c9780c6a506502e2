import { secretSources, specSecrets } from './redact.ts';

/** What the spec of a check says, whatever it finds. */
export interface SpecFacts {
  /** The secrets written in place. */
  secrets: readonly string[];
  /** Its value sources whose values are secrets. */
  sources: ReadonlySet<object>;
  /** An expression names the function `last_result`. */
  readsLastResult: boolean;
}

const NO_SECRETS: readonly string[] = [];
const NO_SOURCES: ReadonlySet<object> = new Set();
const known = new WeakMap<object, SpecFacts>();

/** Reads a spec, once: a document that changes gives its checks new specs. */
export function specFacts(spec: object): SpecFacts {
  const found = known.get(spec);
  if (found !== undefined) return found;
  const secrets = specSecrets(spec);
  const sources = secretSources(spec);
  const facts: SpecFacts = {
    // Most specs have neither: ten thousand checks share the empty ones.
    secrets: secrets.length === 0 ? NO_SECRETS : secrets,
    sources: sources.length === 0 ? NO_SOURCES : new Set(sources),
    readsLastResult: JSON.stringify(spec).includes('last_result'),
  };
  known.set(spec, facts);
  return facts;
}
