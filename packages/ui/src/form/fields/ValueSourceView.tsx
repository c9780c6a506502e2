import type { ValueSourceField } from '@quarterdeck/contract';
import { FieldFrame } from '../FieldFrame.tsx';
import { useField } from '../use-field.ts';
import { isSourceEmpty, readSource, type SourceKind, type SourceValue, writeSource } from '../value-source.ts';
import { Radios } from './PickFields.tsx';

const KINDS: readonly { value: SourceKind; label: string }[] = [
  { value: 'static', label: 'Static' },
  { value: 'configmap', label: 'Config Map' },
  { value: 'secret', label: 'Secret' },
];

/** A text in place, or the name and key of the config map or secret that holds it. */
export function ValueSourceView({ field, base }: { field: ValueSourceField; base: string }) {
  const { id, held, error, readOnly, set, touch } = useField(field, base);
  const source = readSource(held);
  const put = (part: Partial<SourceValue>) => set(writeSource(field.as, { ...source, ...part }, held));
  const choose = (value: string) => {
    const kind = KINDS.find((one) => one.value === value)?.value ?? 'static';
    put({ kind, ...(source.kind === 'other' && { text: '' }) });
  };
  const isWrong = (text: string) => (error !== undefined && text.trim() === '') || undefined;
  const shared = {
    className: 'qd-input',
    autoComplete: 'off',
    spellCheck: false,
    readOnly,
    onBlur: touch,
    'aria-describedby': error ? `${id}-error` : undefined,
  };
  const textProps = {
    ...shared,
    id,
    'aria-label': `${field.label} value`,
    'aria-required': field.required || undefined,
    'aria-invalid': isWrong(source.text),
    placeholder: field.placeholder,
    value: source.text,
  };
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required} group>
      {() => (
        <>
          <Radios id={`${id}-kind`} options={KINDS} value={source.kind} disabled={readOnly} onChange={choose} />
          {source.kind === 'other' ? (
            <span className="qd-field-hint">Read from {source.text}</span>
          ) : source.kind !== 'static' ? (
            <div className="qd-kv qd-kv-two">
              <input
                {...shared}
                id={id}
                aria-label={`${field.label} name`}
                aria-invalid={isWrong(source.name)}
                placeholder="Name"
                value={source.name}
                onChange={(event) => put({ name: event.target.value })}
              />
              <input
                {...shared}
                aria-label={`${field.label} key`}
                aria-invalid={isWrong(source.key)}
                placeholder="Key"
                value={source.key}
                onChange={(event) => put({ key: event.target.value })}
              />
            </div>
          ) : field.large ? (
            <textarea
              {...textProps}
              className="qd-input qd-area qd-mono"
              rows={5}
              onChange={(event) => put({ text: event.target.value })}
            />
          ) : (
            <input
              {...textProps}
              type={field.secret === false ? 'text' : 'password'}
              autoComplete={field.secret === false ? 'off' : 'new-password'}
              onChange={(event) => put({ text: event.target.value })}
            />
          )}
          {!isSourceEmpty(source) && (source.kind === 'secret' || source.kind === 'configmap') && (
            <span className="qd-field-hint">
              Read from key <b>{source.key}</b> of {source.kind === 'secret' ? 'secret' : 'config map'}{' '}
              <b>{source.name}</b>
            </span>
          )}
        </>
      )}
    </FieldFrame>
  );
}
