import './code.css';
import type { Json } from '@quarterdeck/contract';
import { formatCount } from '@quarterdeck/kit';
import { ChevronRight, ChevronsDownUp, ChevronsUpDown, Copy, Link2 } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { SearchBox } from '../controls/SearchBox.tsx';
import { copyText } from '../data/TagChips.tsx';
import { useVirtualRows } from '../virtual/use-virtual-rows.ts';
import { openTo, rowsOf, type TreeRow, writePath, writeScalar, writeShut } from './tree-rows.ts';

export interface TreeViewProps {
  /** The accessible name: "Spec". */
  label: string;
  value: Json;
  /** Levels that are open at first (default 2). */
  openLevels?: number;
  /** Pixels before it scrolls (default 420). */
  maxHeight?: number;
}

const ROW_PX = 24;
const INDENT_PX = 14;
/** Deep enough for any document; a guard against opening a million rows at once is that only those in view are drawn. */
const ALL_LEVELS = 100;

const rowSize = () => ROW_PX;

/** A value as JSON, folded level by level. */
export function JsonView(props: TreeViewProps) {
  return <TreeView {...props} syntax="json" />;
}

/** A value as YAML, folded level by level. */
export function YamlView(props: TreeViewProps) {
  return <TreeView {...props} syntax="yaml" />;
}

/**
 * A tree of values: arrows move, open and shut, `*` opens all, `c` copies the value and `p` its path; search leaves only
 * what matches. Only the rows in view are in the page.
 */
function TreeView({
  label,
  value,
  syntax,
  openLevels = 2,
  maxHeight = 420,
}: TreeViewProps & { syntax: 'json' | 'yaml' }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openTo(value, openLevels));
  const [search, setSearch] = useState('');
  const [current, setCurrent] = useState<string>();
  const scroll = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useMemo(() => rowsOf(value, open, search), [value, open, search]);
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === current),
  );
  const virtual = useVirtualRows({
    count: rows.length,
    sizeOf: rowSize,
    scroller: scroll,
    overscan: 12,
    height: maxHeight,
  });
  const matches = search.trim() === '' ? undefined : rows.filter((row) => row.isMatch).length;
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    setCurrent(row.id);
    virtual.scrollTo(rows.indexOf(row));
    requestAnimationFrame(() => document.getElementById(`${id}${row.id}`)?.focus());
  };
  const flip = (row: TreeRow) => {
    const next = new Set(open);
    if (!next.delete(row.id)) next.add(row.id);
    setOpen(next);
  };
  const key = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (row.size !== undefined && !row.isOpen ? flip(row) : goTo(at + 1)),
      ArrowLeft: () => (row.isOpen ? flip(row) : goTo(rows.findLastIndex((one, i) => i < at && one.level < row.level))),
      Enter: () => row.size !== undefined && flip(row),
      '*': () => setOpen(openTo(value, ALL_LEVELS)),
      c: () => void copyText(textOf(row.value)),
      p: () => void copyText(writePath(row.path)),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const focused = rows[at];
  return (
    <div className="qd-tree">
      <div className="qd-tree-head">
        <SearchBox
          label={`Search in ${label}`}
          placeholder="Search keys and values"
          value={search}
          onChange={setSearch}
        />
        {matches !== undefined && (
          <span className="qd-dim" role="status">
            {formatCount(matches)} {matches === 1 ? 'match' : 'matches'}
          </span>
        )}
        <IconButton
          label={`Open all of ${label}`}
          icon={<ChevronsUpDown size={14} aria-hidden="true" />}
          onClick={() => setOpen(openTo(value, ALL_LEVELS))}
        />
        <IconButton
          label={`Shut all of ${label}`}
          icon={<ChevronsDownUp size={14} aria-hidden="true" />}
          onClick={() => setOpen(new Set())}
        />
        <IconButton
          label={`Copy path of ${focused?.path.length ? writePath(focused.path) : 'row'}`}
          icon={<Link2 size={14} aria-hidden="true" />}
          disabled={!focused}
          onClick={() => focused && void copyText(writePath(focused.path))}
        />
        <IconButton
          label={`Copy ${label}`}
          icon={<Copy size={14} aria-hidden="true" />}
          onClick={() => void copyText(textOf(value))}
        />
      </div>
      {rows.length === 0 ? (
        <p className="qd-tree-none">Nothing matches “{search.trim()}”</p>
      ) : (
        <div ref={scroll} className="qd-tree-scroll" style={{ maxHeight }}>
          <div role="tree" aria-label={label} style={{ height: virtual.total, position: 'relative' }} onKeyDown={key}>
            {virtual.rows.map((item) => {
              const row = rows[item.index];
              return (
                row && (
                  <Row
                    key={row.id}
                    id={`${id}${row.id}`}
                    row={row}
                    top={item.top}
                    syntax={syntax}
                    search={search}
                    isCurrent={item.index === at}
                    onPress={() => {
                      setCurrent(row.id);
                      if (row.size) flip(row);
                    }}
                  />
                )
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  id: string;
  row: TreeRow;
  top: number;
  syntax: 'json' | 'yaml';
  search: string;
  isCurrent: boolean;
  onPress: () => void;
}

function Row({ id, row, top, syntax, search, isCurrent, onPress }: RowProps) {
  const isHolder = row.size !== undefined;
  const inList = typeof row.path.at(-1) === 'number';
  const name =
    row.name === undefined
      ? ''
      : syntax === 'yaml'
        ? inList
          ? '- '
          : `${row.name}: `
        : inList
          ? `${row.name}: `
          : `"${row.name}": `;
  const text = isHolder ? (row.isOpen ? '' : writeShut(row.value)) : writeScalar(row.value, syntax);
  const indent = Math.max(0, row.level - 2) * INDENT_PX + 6;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      id={id}
      role="treeitem"
      className="qd-tree-row"
      style={{ position: 'absolute', insetInline: 0, top, paddingInlineStart: indent }}
      aria-level={row.level - 1 || 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.size ? row.isOpen : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onPress}
    >
      <span className="qd-tree-twist">{row.size ? <ChevronRight size={13} aria-hidden="true" /> : null}</span>
      <span className="qd-tree-text" title={isHolder ? undefined : text}>
        <span className={inList ? 'qd-tok-punct' : 'qd-tok-key'}>
          <Marked text={name} search={inList ? '' : search} />
        </span>
        <span className={classOf(row.value)}>
          <Marked text={text} search={isHolder ? '' : search} />
        </span>
      </span>
    </div>
  );
}

/** A text with what was searched for marked. */
function Marked({ text, search }: { text: string; search: string }) {
  const wanted = search.trim().toLowerCase();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}

function classOf(value: Json): string {
  if (typeof value === 'string') return 'qd-tok-string';
  if (typeof value === 'number') return 'qd-tok-number';
  return typeof value === 'object' && value !== null ? 'qd-dim' : 'qd-tok-word';
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
