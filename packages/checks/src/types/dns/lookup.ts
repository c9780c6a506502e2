import { lookup, type Resolver } from 'node:dns/promises';

/** Longest chain of aliases that is followed. */
const MAX_ALIASES = 16;

/** Asks for one kind of record; the answer is a list of texts in the forms of contract checks §2.2. */
export type RecordLookup = (resolver: Resolver, query: string, system: boolean) => Promise<string[]>;

/** The kinds of records that can be asked for, by their upper case name. */
export const recordLookups: Readonly<Record<string, RecordLookup>> = {
  A: lookupAddresses,
  CNAME: lookupCanonicalName,
  MX: async (resolver, query) => {
    const records = await resolver.resolveMx(query);
    return records.sort((a, b) => a.priority - b.priority).map((mx) => `${dotted(mx.exchange)} ${mx.priority}`);
  },
  NS: async (resolver, query) => (await resolver.resolveNs(query)).map(dotted),
  PTR: async (resolver, query) => (await resolver.reverse(query)).map(dotted),
  SRV: lookupServices,
  TXT: async (resolver, query) => (await resolver.resolveTxt(query)).map((chunks) => chunks.join('')),
};

/** Both families; a family without records does not count when the other has some. */
async function lookupAddresses(resolver: Resolver, query: string, system: boolean): Promise<string[]> {
  if (system) return (await lookup(query, { all: true })).map((found) => found.address);
  const [four, six] = await Promise.allSettled([resolver.resolve4(query), resolver.resolve6(query)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [...(four.status === 'fulfilled' ? four.value : []), ...(six.status === 'fulfilled' ? six.value : [])];
}

/** A name without an alias is its own canonical name. */
async function lookupCanonicalName(resolver: Resolver, query: string): Promise<string[]> {
  let name = query;
  for (let followed = 0; followed < MAX_ALIASES; followed += 1) {
    let next: string | undefined;
    try {
      [next] = await resolver.resolveCname(name);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      // Servers without the target's zone refuse to answer about it; the alias has been found all the same.
      if (code !== 'ENODATA' && (followed === 0 || (code !== 'ENOTFOUND' && code !== 'EREFUSED'))) throw error;
    }
    if (!next) break;
    name = next;
  }
  return [dotted(name)];
}

/** R cuts the zone to one label; here the whole query is asked for. */
async function lookupServices(resolver: Resolver, query: string): Promise<string[]> {
  if (query.split('.').filter(Boolean).length < 3) {
    throw new Error(`invalid SRV query: ${query} should be _service._proto.name`);
  }
  const records = await resolver.resolveSrv(query);
  return records.map((srv) => `${dotted(srv.name)} ${srv.port} ${srv.priority} ${srv.weight}`);
}

function dotted(name: string): string {
  return name.endsWith('.') ? name : `${name}.`;
}
