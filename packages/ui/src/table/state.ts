import type { ColumnLayout, Pin } from './columns.ts';
import { choosePageSize, DEFAULT_PAGE_SIZE } from './paging.ts';

/** Everything that a person can set on a table, as plain data for an address or a storage. */
export interface TableState extends ColumnLayout {
  /** Column id; absent, the rows come as they are. */
  sortBy?: string;
  sortOrder?: 'asc' | 'desc';
  /** From 0. */
  pageIndex: number;
  pageSize: number;
  /** Column ids, outermost first. */
  grouping: readonly string[];
}

export const INITIAL_TABLE_STATE: TableState = { pageIndex: 0, pageSize: DEFAULT_PAGE_SIZE, grouping: [] };

/** Parameters of an address. */
export type TableParams = Partial<
  Record<
    'sortBy' | 'sortOrder' | 'pageIndex' | 'pageSize' | 'grouping' | 'order' | 'hidden' | 'widths' | 'pinned',
    string
  >
>;

/**
 * The state as parameters of an address (spec 000 §4: sortBy, sortOrder, pageIndex, pageSize). What equals `initial` is
 * left out. Lists are parted by commas, ids are escaped.
 */
export function writeTableState(state: TableState, initial: TableState = INITIAL_TABLE_STATE): TableParams {
  const all: TableParams = {
    ...(state.sortBy && { sortBy: state.sortBy, sortOrder: state.sortOrder ?? 'asc' }),
    pageIndex: String(state.pageIndex),
    pageSize: String(state.pageSize),
    grouping: writeList(state.grouping),
    order: writeList(state.order ?? []),
    hidden: writeList(state.hidden ?? []),
    widths: writePairs(state.widths ?? {}),
    pinned: writePairs(state.pinned ?? {}),
  };
  const usual: TableParams = {
    pageIndex: String(initial.pageIndex),
    pageSize: String(initial.pageSize),
    grouping: writeList(initial.grouping),
    order: '',
    hidden: '',
    widths: '',
    pinned: '',
  };
  return Object.fromEntries(Object.entries(all).filter(([name, text]) => text !== usual[name as keyof TableParams]));
}

/**
 * The state that parameters say. What is missing or makes no sense is as in `initial`; the page size then is the one
 * that the browser `remembered` (see `choosePageSize`).
 */
export function readTableState(
  params: Readonly<Record<string, unknown>>,
  initial: TableState = INITIAL_TABLE_STATE,
  remembered?: number,
): TableState {
  const text = (name: keyof TableParams) => (params[name] === undefined ? undefined : String(params[name]));
  const sortBy = text('sortBy') || undefined;
  const list = (name: 'order' | 'hidden') => {
    const ids = readList(text(name));
    return ids.length > 0 ? { [name]: ids } : {};
  };
  const widths = readPairs(text('widths'), (raw) => readNumber(raw, 1));
  const pinned = readPairs(text('pinned'), readPin);
  const grouping = text('grouping');
  const address = { pageIndex: readNumber(text('pageIndex'), 0), pageSize: readNumber(text('pageSize'), 1) };
  return {
    ...(sortBy ? { sortBy, sortOrder: text('sortOrder') === 'desc' ? ('desc' as const) : ('asc' as const) } : {}),
    pageIndex: address.pageIndex ?? initial.pageIndex,
    pageSize: choosePageSize(address, remembered, initial.pageSize),
    grouping: grouping === undefined ? initial.grouping : readList(grouping),
    ...list('order'),
    ...list('hidden'),
    ...(Object.keys(widths).length > 0 && { widths }),
    ...(Object.keys(pinned).length > 0 && { pinned }),
  };
}

function readNumber(raw: string | undefined, least: number): number | undefined {
  const number = /^\d{1,9}$/.test(raw ?? '') ? Number(raw) : Number.NaN;
  return number >= least ? number : undefined;
}

function readPin(raw: string): Pin | 'none' | undefined {
  return raw === 'left' || raw === 'right' || raw === 'none' ? raw : undefined;
}

/** Commas and colons inside an id are escaped as in an address. */
function writeList(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(',');
}

function readList(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(',').flatMap(unescapeId))];
}

function writePairs(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([id, value]) => `${encodeURIComponent(id)}:${value}`)
    .join(',');
}

function readPairs<V>(text: string | undefined, read: (raw: string) => V | undefined): Record<string, V> {
  const pairs = (text ?? '').split(',').flatMap((part): [string, V][] => {
    const cut = part.lastIndexOf(':');
    const value = cut > 0 ? read(part.slice(cut + 1)) : undefined;
    return unescapeId(part.slice(0, Math.max(0, cut))).flatMap((id) => (value === undefined ? [] : [[id, value]]));
  });
  return Object.fromEntries(pairs);
}

function unescapeId(raw: string): string[] {
  try {
    return raw === '' ? [] : [decodeURIComponent(raw)];
  } catch {
    return [];
  }
}
