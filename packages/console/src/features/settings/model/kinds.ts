import type { CheckForm, FormField, FormSchema, Json } from '@quarterdeck/contract';
import { SCHEDULE_CHOICES, templateField } from '@quarterdeck/contract';
import { defaultsOf, type FormValue } from '@quarterdeck/ui/form';
import type { ResourceValue } from './resource.ts';

/** A kind of thing that a spec can hold, as the picker offers it; `custom` is any spec, written as code. */
export type SpecKind = Omit<CheckForm, 'keys'> & { keys: readonly string[] };

/** What is written as code alone, whatever it holds (contract screens §13.2). */
export const CUSTOM: SpecKind = {
  id: 'custom',
  label: 'Custom',
  description: 'Any spec, written as YAML or JSON.',
  icon: 'group',
  keys: [],
};

/** Keys of a spec that hold no checks (contract checks §1.2). */
const SETTINGS = [
  'schedule',
  'interval',
  'replicas',
  'env',
  'resultMode',
  'owner',
  'severity',
  'icon',
  'retries',
  'agentSelector',
].map((key) => key.toLowerCase());

/** The picker: all kinds by label. */
export function kindsOf(forms: readonly CheckForm[]): SpecKind[] {
  return [...forms, CUSTOM].toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** A kind, and the key of the spec that is edited in its form, spelt as the spec spells it. */
export interface EditedKind {
  kind: SpecKind;
  key: string;
}

/**
 * The kind that a stored spec is opened in: that of its first key other than its settings, whatever the key's case;
 * unknown, or not in a list: Custom (contract screens §13.2).
 */
export function kindOfSpec(forms: readonly CheckForm[], spec: Json | undefined): EditedKind {
  const members = Object.entries(isRecord(spec) ? spec : {});
  const [key = '', held] = members.find(([name]) => !SETTINGS.includes(name.toLowerCase())) ?? [];
  const kind = forms.find(({ keys }) => keys.some((one) => one.toLowerCase() === key.toLowerCase()));
  return kind && Array.isArray(held) ? { kind, key } : { kind: CUSTOM, key: '' };
}

/** What a new resource of a kind begins with: the schedule of `initial`, and one check with the defaults of its fields. */
export function newOfKind(initial: ResourceValue, kind: SpecKind): ResourceValue {
  const schedule = isRecord(initial.spec) ? initial.spec.schedule : undefined;
  const begun: FormValue = schedule === undefined ? {} : { schedule };
  const [key] = kind.keys;
  if (key === undefined) return { ...initial, spec: begun };
  const value = { ...initial, spec: { ...begun, [key]: [{ name: '', ...kind.initial }] } };
  return defaultsOf(kindFields({ kind, key }), value);
}

/** Where the form of a kind writes: the first check under the key. */
export function placeOf(key: string): string {
  return `spec.${key}.0`;
}

/**
 * The fields of the first check of a kind, by paths of the whole resource: those of all kinds around its own (contract
 * screens §13.2). Nothing is asked, and nothing refused, while the spec has no such key.
 */
export function kindFields({ kind, key }: EditedKind): FormSchema {
  const missing = { path: `spec.${key}`, in: [null] };
  const advanced: FormField = {
    kind: 'group',
    label: 'Advanced',
    collapsed: true,
    fields: [templateField('display', 'Customize Response'), templateField('transform', 'Transform Response')],
  };
  const below: FormSchema = [
    { kind: 'text', path: 'description', label: 'Description' },
    ...(kind.fields ?? []),
    ...(kind.advanced === false ? [] : [advanced]),
  ];
  return [
    {
      kind: 'note',
      text: `The spec has no list under ${key}: what it has is edited under Code.`,
      when: missing,
    },
    {
      kind: 'group',
      label: kind.label,
      when: { ...missing, not: true },
      fields: [
        { kind: 'text', path: `${placeOf(key)}.name`, label: 'Name', required: true },
        { kind: 'icon', path: `${placeOf(key)}.icon`, label: 'Icon' },
        { kind: 'schedule', path: 'spec.schedule', label: 'Schedule', choices: SCHEDULE_CHOICES.default },
        ...moved(below, placeOf(key)),
      ],
    },
  ];
}

/** How many checks a spec holds beside the one in the form. */
export function othersOf({ key }: EditedKind, spec: Json | undefined): number {
  const lists = Object.entries(isRecord(spec) ? spec : {}).filter(
    ([name, held]) => Array.isArray(held) && !SETTINGS.includes(name.toLowerCase()),
  );
  const all = lists.reduce((sum, [, held]) => sum + (Array.isArray(held) ? held.length : 0), 0);
  return all - (lists.some(([name, held]) => name === key && Array.isArray(held) && held.length > 0) ? 1 : 0);
}

/** The same fields at a place further in. Fields of lists and of groups with a path go with those. */
function moved(fields: FormSchema, place: string): FormSchema {
  const at = (path: string) => `${place}.${path}`;
  return fields.map((field): FormField => {
    const when = field.when && { when: { ...field.when, path: at(field.when.path) } };
    if (field.kind === 'note') return { ...field, ...when };
    if (field.kind === 'group') {
      return field.path === undefined
        ? { ...field, ...when, ...(field.owns && { owns: field.owns.map(at) }), fields: moved(field.fields, place) }
        : { ...field, ...when, path: at(field.path) };
    }
    if (field.kind !== 'one-of') return { ...field, ...when, path: at(field.path) };
    return {
      ...field,
      ...when,
      ...(field.path !== undefined && { path: at(field.path) }),
      options: field.options.map((option) => ({
        ...option,
        ...(option.owns && { owns: option.owns.map(at) }),
        ...(option.set && {
          set: Object.fromEntries(Object.entries(option.set).map(([path, held]) => [at(path), held])),
        }),
        ...(option.fields && { fields: moved(option.fields, place) }),
      })),
    };
  });
}

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
