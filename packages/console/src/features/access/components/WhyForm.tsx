import { accessActions, type GuardedKind, roles, type WhySubjectType } from '@quarterdeck/contract';
import { Combobox } from '@quarterdeck/ui';
import { type ReactNode, useId, useMemo } from 'react';
import { useConsole } from '../../../data/context.ts';
import { pickSources } from '../../../shared/pick-sources.ts';
import { matterKey, matters } from '../model/matters.ts';
import { ITEMS, SUBJECTS, VERBS, type WhySearch } from '../model/why.ts';
import { Picked } from './Picked.tsx';

export interface WhyFormProps {
  search: WhySearch;
  /** Replaces members of the question; undefined takes one out. */
  onChange: (change: { [K in keyof WhySearch]?: WhySearch[K] | undefined }) => void;
  /** Whether the person may ask about others. */
  ofOthers: boolean;
}

const MATTERS = matters.map((matter) => ({ value: matterKey(matter), label: matter.label }));
const ACTIONS = accessActions.map((value) => ({ value, label: VERBS[value], hint: value }));
const ROLES = roles.map((value) => ({ value, label: value }));

/** The question: who, may do what, with what. Each choice goes into the address at once. */
export function WhyForm({ search, onChange, ofOthers }: WhyFormProps) {
  const { http } = useConsole();
  const sources = useMemo(() => pickSources(http), [http]);
  const { subject_type: type, subject, object, resource, action, kind, item } = search;
  const pick = (of: string, label: string, value: string | undefined, set: (value: string | undefined) => void) => {
    const source = sources[of];
    return source && <Picked key={of} label={label} of={of} source={source} value={value} onChange={set} />;
  };
  const setSubject = (value: string | undefined) => onChange({ subject: value });
  return (
    <form className="qd-why-form" aria-label="Question" onSubmit={(event) => event.preventDefault()}>
      {ofOthers && (
        <Choice
          label="Who"
          value={type ?? ''}
          options={[{ value: '', label: 'I' }, ...entriesOf(SUBJECTS)]}
          onChange={(value) => onChange({ subject_type: kindOf<WhySubjectType>(value), subject: undefined })}
        />
      )}
      {ofOthers && type !== undefined && (
        <Field label={SUBJECTS[type]}>
          {type === 'role' || type === 'group' ? (
            <Combobox
              label={SUBJECTS[type]}
              value={subject}
              options={type === 'role' ? ROLES : []}
              creatable={type === 'group'}
              onChange={setSubject}
            />
          ) : (
            pick(type, SUBJECTS[type], subject, setSubject)
          )}
        </Field>
      )}
      <Field label="May">
        <Combobox
          label="May"
          value={action}
          options={ACTIONS}
          onChange={(value) => onChange({ action: accessActions.find((one) => one === value) })}
        />
      </Field>
      <Field label="What">
        <Combobox
          label="What"
          value={object && resource ? `${object} ${resource}` : undefined}
          options={MATTERS}
          onChange={(value) => {
            const matter = matters.find((one) => matterKey(one) === value);
            onChange({ object: matter?.object, resource: matter?.resource });
          }}
        />
      </Field>
      <Choice
        label="Which"
        value={kind ?? ''}
        options={[{ value: '', label: 'All' }, ...entriesOf(ITEMS)]}
        onChange={(value) => onChange({ kind: kindOf<GuardedKind>(value), item: undefined })}
      />
      {kind !== undefined && (
        <Field label={ITEMS[kind]}>{pick(kind, ITEMS[kind], item, (value) => onChange({ item: value }))}</Field>
      )}
    </form>
  );
}

const entriesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The value of a choice whose options are of that kind; nothing for the first. */
function kindOf<T extends string>(value: string): T | undefined {
  return value === '' ? undefined : (value as T);
}

/** A field that names itself for assistive technology; the label is for the eyes. */
function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="qd-field">
      <span className="qd-why-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="qd-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="qd-input" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
