import type { ApiToken, NamedRef, ResourceSearchAnswer } from '@quarterdeck/contract';
import type { ComboboxOption } from '@quarterdeck/ui';
import type { OptionSource } from '@quarterdeck/ui/form';
import type { Http } from '../data/http.ts';

/** Where rows to pick are read, and which words beside the name tell them apart. */
interface Lookup {
  relation: string;
  /** Further columns, the first of which is shown beside the name. */
  more: readonly ('email' | 'namespace' | 'title' | 'icon' | 'type')[];
  /** Further conditions. */
  where?: string;
  /** The column that is stored; default: the id. */
  value?: 'name';
}

const LIVE = 'deleted_at=is.null';
const MOST = 50;

const LOOKUPS: Readonly<Record<string, Lookup>> = {
  // Tokens and agents are people as well, whom nobody picks.
  person: { relation: 'people', more: ['email'], where: `${LIVE}&or=(type.is.null,type.not.in.(access_token,agent))` },
  team: { relation: 'teams', more: ['icon'], where: LIVE },
  notification: { relation: 'notifications', more: ['namespace', 'title'], where: LIVE },
  playbook: { relation: 'playbooks', more: ['namespace', 'title', 'icon'], where: LIVE },
  canary: { relation: 'canaries', more: ['namespace'], where: LIVE },
  scraper: { relation: 'config_scrapers', more: ['namespace'], where: LIVE },
  topology: { relation: 'topologies', more: ['namespace'], where: LIVE },
  connection: { relation: 'connections', more: ['namespace', 'type'], where: LIVE },
  agent: { relation: 'agents', more: [], where: LIVE, value: 'name' },
};

type Row = NamedRef & { id: string; name: string };

function optionOf({ value }: Lookup, row: Row): ComboboxOption {
  const hint = row.email ?? row.namespace ?? row.type;
  return {
    value: value === undefined ? row.id : row.name,
    label: row.title || row.name,
    ...(hint ? { hint } : {}),
    ...(row.icon ? { icon: row.icon } : {}),
  };
}

function lookupSource(http: Http, lookup: Lookup): OptionSource {
  const { relation, more, where = '', value = 'id' } = lookup;
  const select = ['id', 'name', ...more].join(',');
  const read = async (condition: string, signal: AbortSignal) => {
    const path = `/api/db/${relation}?select=${select}&${condition}&limit=${MOST}`;
    return (await http.get<Row[]>(path, { signal })).map((row) => optionOf(lookup, row));
  };
  const wild = (text: string) => encodeURIComponent(`ilike.*${text.trim().replace(/[*,()"\\]/g, '*')}*`);
  return {
    search: (text, signal) => read(`${where}&name=${wild(text)}&order=name.asc`, signal),
    resolve: (values, signal) =>
      value === 'name'
        ? Promise.resolve(values.map((name) => ({ value: name, label: name })))
        : read(`id=in.(${values.map(encodeURIComponent).join(',')})`, signal),
  };
}

/** Items of the catalog, of the topology, or checks: many, so the server searches. */
function searchSource(http: Http, kind: 'configs' | 'components' | 'checks', relation: string): OptionSource {
  return {
    async search(text, signal) {
      const search = text.trim() === '' ? '' : `name="*${text.trim().replace(/["\\*%,]/g, '*')}*"`;
      const body = { limit: MOST, [kind]: [{ agent: 'all', ...(search === '' ? {} : { search }) }] };
      const found = await http.post<ResourceSearchAnswer>('/api/resources/search', body, { signal });
      return (found[kind] ?? []).map(({ id, name, type, icon }) => ({
        value: id,
        label: name,
        hint: type,
        ...(icon ? { icon } : {}),
      }));
    },
    resolve: lookupSource(http, { relation, more: ['type'] }).resolve ?? (async () => []),
  };
}

/** API tokens, those that the person may list. */
function tokenSource(http: Http): OptionSource {
  const read = async (signal: AbortSignal) => {
    const { payload } = await http.get<{ payload: ApiToken[] }>('/api/auth/tokens', { signal });
    return payload.map(({ id, name, created_by }) => ({ value: id, label: name, hint: created_by.name }));
  };
  return {
    async search(text, signal) {
      const wanted = text.trim().toLowerCase();
      return (await read(signal)).filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, MOST);
    },
    resolve: async (values, signal) => (await read(signal)).filter(({ value }) => values.includes(value)),
  };
}

/** Options of the fields that pick something stored, by the name that a field gives. */
export function pickSources(http: Http): Readonly<Record<string, OptionSource>> {
  const looked = Object.entries(LOOKUPS).map(([name, lookup]) => [name, lookupSource(http, lookup)] as const);
  return {
    ...Object.fromEntries(looked),
    config: searchSource(http, 'configs', 'config_items'),
    component: searchSource(http, 'components', 'components'),
    check: searchSource(http, 'checks', 'checks'),
    token: tokenSource(http),
  };
}
