import type { PersonAvatar, PropertyRow, StoredPropertyRow } from '@quarterdeck/contract';
import { given, type ListSearch, parseListSearch, readText } from './address.ts';
import { orderBy } from './order.ts';

const FLAG_SORTS = ['name', 'description', 'value', 'source', 'created_by', 'created_at', 'updated_at'] as const;

/** A stored property with who made it. */
export type StoredFlag = Omit<StoredPropertyRow, 'created_by'> & { created_by: PersonAvatar | null };

/** A property as the list shows it. */
export interface Flag extends PropertyRow {
  created_by: PersonAvatar | null;
  created_at: string | null;
  updated_at: string | null;
}

/** The state of the page in the address. */
export interface FlagsSearch extends ListSearch {
  /** The property whose dialog is open. */
  flag?: string;
  /** The dialog for a new one is open. */
  add?: 'true';
}

/** Reads the address of the page. */
export function parseFlagsSearch(raw: Readonly<Record<string, unknown>>): FlagsSearch {
  return {
    ...parseListSearch(raw, FLAG_SORTS),
    ...given<FlagsSearch>({ flag: readText(raw.flag), add: String(raw.add) === 'true' ? 'true' : undefined }),
  };
}

/** The properties that apply, with what the database knows of those it holds. */
export function mergeFlags(properties: readonly PropertyRow[], stored: readonly StoredFlag[]): Flag[] {
  const rows = new Map(stored.map((row) => [row.name, row]));
  return properties.map((property) => {
    const row = property.source === 'local' ? undefined : rows.get(property.name);
    return {
      ...property,
      created_by: row?.created_by ?? null,
      created_at: row?.created_at ?? null,
      updated_at: row?.updated_at ?? null,
    };
  });
}

/** Names and descriptions that a search finds. */
export function findFlags(flags: readonly Flag[], query: string | undefined): readonly Flag[] {
  const wanted = query?.trim().toLowerCase() ?? '';
  if (wanted === '') return flags;
  return flags.filter(({ name, description, value }) =>
    `${name} ${description} ${value}`.toLowerCase().includes(wanted),
  );
}

function cellOf(flag: Flag, id: string): string | null {
  const column = FLAG_SORTS.find((one) => one === id) ?? 'name';
  return column === 'created_by' ? (flag.created_by?.name ?? null) : flag[column];
}

/** The flags in the order of a column. */
export function sortFlags(flags: readonly Flag[], id: string, desc: boolean): Flag[] {
  return orderBy(flags, (flag) => cellOf(flag, id), desc);
}
