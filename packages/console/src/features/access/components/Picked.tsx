import { Combobox } from '@quarterdeck/ui';
import type { OptionSource } from '@quarterdeck/ui/form';
import { useQuery } from '@tanstack/react-query';

export interface PickedProps {
  label: string;
  /** Names the kind, so that a label is remembered of the right one. */
  of: string;
  source: OptionSource;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A choice of one stored thing by its id, shown by its name. */
export function Picked({ label, of, source, value, onChange }: PickedProps) {
  const { search, resolve } = source;
  const known = useQuery({
    queryKey: ['picked', of, value],
    queryFn: async ({ signal }) => (await resolve?.([value ?? ''], signal))?.[0]?.label ?? null,
    enabled: value !== undefined,
    meta: { quiet: true },
  });
  return (
    <Combobox
      label={label}
      value={value}
      {...(known.data ? { valueLabel: known.data } : {})}
      search={(query, signal) => search(query, signal, {})}
      onChange={onChange}
      placeholder="Type to search"
    />
  );
}
