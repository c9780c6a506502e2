import { SEARCH_DEBOUNCE_MS } from '@quarterdeck/contract';
import { Chip, ChoiceMenu, SearchBox, useDebouncedText } from '@quarterdeck/ui';
import {
  PERMISSION_FILTERS,
  type PermissionsSearch,
  SUBJECT_LABELS,
  withPermissionFilter,
} from '../../model/permissions.ts';

export interface PermissionFiltersProps {
  search: PermissionsSearch;
  onChange: (search: PermissionsSearch, replace?: boolean) => void;
}

const KINDS = [
  { value: '', label: 'All' },
  ...Object.entries(SUBJECT_LABELS).map(([value, label]) => ({ value, label })),
];
const EFFECTS = [
  { value: '', label: 'All' },
  { value: 'allow', label: 'Allow' },
  { value: 'deny', label: 'Deny' },
];

/** By what the list of rules is narrowed: words, the kind of subject, the effect, and what a link brought. */
export function PermissionFilters({ search, onChange }: PermissionFiltersProps) {
  const change = (next: Parameters<typeof withPermissionFilter>[1], replace?: boolean) =>
    onChange(withPermissionFilter(search, next), replace);
  const write = (query: string) => change({ query: query === '' ? undefined : query }, true);
  const { text, setText, flush } = useDebouncedText(search.query ?? '', write, SEARCH_DEBOUNCE_MS);
  return (
    <div className="qd-permission-filters">
      <SearchBox
        label="Search permissions"
        placeholder="Search by description, object or action"
        value={text}
        onChange={setText}
        onSubmit={flush}
        hotkey
      />
      <ChoiceMenu
        label="Subject"
        value={search.subject_type ?? ''}
        options={KINDS}
        onChange={(value) => change({ subject_type: value === '' ? undefined : value, subject: undefined })}
      />
      <ChoiceMenu
        label="Effect"
        value={search.effect ?? ''}
        options={EFFECTS}
        onChange={(value) => change({ effect: value === 'allow' || value === 'deny' ? value : undefined })}
      />
      {PERMISSION_FILTERS.filter((column) => column !== 'subject_type' && search[column] !== undefined).map(
        (column) => (
          <Chip
            key={column}
            removeLabel={`Remove filter ${wordsOf(column)}`}
            onRemove={() => change({ [column]: undefined })}
          >
            {wordsOf(column)}: {search[column]}
          </Chip>
        ),
      )}
    </div>
  );
}

/** `connection_id` is read as "Connection". */
function wordsOf(column: string): string {
  const words = column.replace(/_id$/, '').replace('config', 'catalog');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
