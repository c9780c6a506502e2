import type { Column, Sort, TableItem } from '@quarterdeck/ui';
import { Age, Badge, Table, useDateStyle } from '@quarterdeck/ui';
import { Ban } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { actionText, conditionsText, type ListedPermission, resourceOf, subjectOf } from '../../model/permissions.ts';
import { dateWidth } from '../date-width.ts';
import { Person } from '../Person.tsx';
import { PermissionEnd } from './PermissionEnd.tsx';
import './permissions.css';

export interface PermissionTableProps {
  rows: readonly ListedPermission[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (row: ListedPermission) => void;
  openId: string | null;
  loading: boolean;
  error?: ReactNode;
  denied?: ReactNode;
  empty: ReactNode;
  footer: ReactNode;
}

/** The list of rules about access (contract screens §11.1). */
export function PermissionTable({ rows, onOpen, openId, ...states }: PermissionTableProps) {
  const { format } = useDateStyle();
  const columns = useMemo(() => permissionColumns(dateWidth(format)), [format]);
  const items = useMemo(
    () =>
      rows.map((row): TableItem<ListedPermission> => {
        return { kind: 'row', key: row.id, depth: 0, data: row };
      }),
    [rows],
  );
  return (
    <Table<ListedPermission>
      {...states}
      label="Permissions"
      rows={items}
      columns={columns}
      rowLabel={sentenceOf}
      onActivate={onOpen}
      selectedKey={openId}
      narrow={(row) => <NarrowPermission row={row} />}
    />
  );
}

/** A rule in one sentence: "Deny Read on Catalog for Ana". */
function sentenceOf(row: ListedPermission): string {
  const effect = row.deny ? 'Deny' : 'Allow';
  return `${effect} ${actionText(row.action)} on ${resourceOf(row).name} for ${subjectOf(row).name}`;
}

function permissionColumns(dates: number): Column<ListedPermission>[] {
  return [
    {
      id: 'subject',
      header: 'Subject',
      flex: 1.1,
      minWidth: 170,
      hideable: false,
      cell: (row) => <Subject row={row} />,
      title: (row) => [subjectOf(row).name, conditionsText(row)].filter(Boolean).join(' '),
    },
    {
      id: 'resource',
      header: 'Resource',
      flex: 1.2,
      minWidth: 160,
      cell: (row) => <PermissionEnd end={resourceOf(row)} />,
      title: (row) => resourceOf(row).name,
    },
    {
      id: 'action',
      header: 'Action',
      flex: 0.8,
      minWidth: 130,
      sortable: true,
      cell: (row) => <Action row={row} />,
      title: (row) => row.action,
    },
    {
      id: 'description',
      header: 'Description',
      flex: 1.2,
      minWidth: 120,
      sortable: true,
      hideBelow: 700 + dates,
      cell: (row) => row.description,
      title: (row) => row.description ?? undefined,
    },
    {
      id: 'updated_at',
      header: 'Updated',
      width: dates,
      align: 'end',
      sortable: true,
      cell: (row) => <Age at={row.updated_at} />,
    },
    {
      id: 'created_at',
      header: 'Created',
      width: dates,
      align: 'end',
      sortable: true,
      hideBelow: 700 + 2 * dates,
      cell: (row) => <Age at={row.created_at} />,
    },
    {
      id: 'created_by',
      header: 'Created By',
      width: 130,
      hideBelow: 830 + 2 * dates,
      cell: (row) => <Person person={row.created_by} />,
    },
  ];
}

function Subject({ row }: { row: ListedPermission }) {
  const conditions = conditionsText(row);
  return (
    <span className="qd-permission-cell">
      <PermissionEnd end={subjectOf(row)} />
      {conditions !== null && <Badge tone="info">{conditions}</Badge>}
    </span>
  );
}

function Action({ row }: { row: ListedPermission }) {
  return (
    <span className="qd-permission-cell">
      <span className="qd-permission-name">{actionText(row.action)}</span>
      {row.deny && (
        <span className="qd-permission-deny">
          <Ban size={13} aria-hidden="true" />
          Deny
        </span>
      )}
      {row.until !== null && (
        <span className="qd-dim">
          until <Age at={row.until} />
        </span>
      )}
    </span>
  );
}

function NarrowPermission({ row }: { row: ListedPermission }) {
  return (
    <span className="qd-settings-narrow">
      <Subject row={row} />
      <Action row={row} />
      <PermissionEnd end={resourceOf(row)} />
      <Age at={row.updated_at} suffix />
    </span>
  );
}
