import { errorText, type FormSchema, type Json } from '@quarterdeck/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FormValue, isSame, readAt, writeAt } from './path.ts';
import { type FormErrors, validateForm } from './validate.ts';

export interface FormOptions {
  schema: FormSchema;
  /** What is edited. Another value (by content) resets a form that is not dirty; see `reset` for one that is. */
  initial: FormValue;
  /** Called with a valid value. While its promise runs the form is submitting; after it the value counts as saved. */
  onSubmit: (value: FormValue) => Promise<unknown> | unknown;
  /** Checks beyond the schema. */
  validate?: (value: FormValue) => FormErrors;
}

/** The state of a form and what can be done to it. */
export interface FormHandle {
  schema: FormSchema;
  value: FormValue;
  /** Wrong fields that a person has left or tried to send. */
  errors: FormErrors;
  /** Whether everything is right, shown or not. */
  isValid: boolean;
  isDirty: boolean;
  isSubmitting: boolean;
  /** Why the last submit failed, where `onSubmit` rejected. */
  failure: string | undefined;
  /** Counts refused submits; the form moves focus to the first wrong field on each. */
  refusals: number;
  set: (path: string, next: Json | undefined) => void;
  /** Replaces everything, for instance by what was typed as YAML. */
  setValue: (next: FormValue | ((held: FormValue) => FormValue)) => void;
  /** Marks a field as left, so that what is wrong with it shows. */
  touch: (path: string) => void;
  /** Holds the form back while a text cannot be read (undefined: it can again). Shown at once, under that path. */
  block: (path: string, problem: string | undefined) => void;
  /** Shows what the server refused, by path; each goes when its field changes. */
  refuse: (errors: FormErrors) => void;
  /** Back to the initial value, or on to another one. */
  reset: (next?: FormValue) => void;
  /** Sends, unless something is wrong or a submit is under way. */
  submit: () => Promise<void>;
}

const NONE: FormErrors = {};

/** Holds what a form edits. One JSON value is the whole state: no key that the schema does not know is lost. */
export function useForm({ schema, initial, onSubmit, validate }: FormOptions): FormHandle {
  const [base, setBase] = useState(initial);
  const [seen, setSeen] = useState(initial);
  const [value, setValue] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<{ errors: FormErrors; of: FormValue }>();
  const [refusals, setRefusals] = useState(0);
  const [isSubmitting, setSubmitting] = useState(false);
  const [blocks, setBlocks] = useState(NONE);
  const [failure, setFailure] = useState<string>();
  const busy = useRef(false);
  const isMounted = useMounted();
  const isDirty = !isSame(value, base) || Object.keys(blocks).length > 0;

  const restart = (next: FormValue) => {
    setBase(next);
    setValue(next);
    setTouched(new Set());
    setRefused(undefined);
    setBlocks(NONE);
    setRefusals(0);
    setFailure(undefined);
  };
  if (!isSame(seen, initial)) {
    setSeen(initial);
    if (!isDirty) restart(initial);
  }

  const all = useMemo(
    () => ({ ...validate?.(value), ...validateForm(schema, value), ...blocks }),
    [schema, value, validate, blocks],
  );
  const stillRefused = Object.entries(refused?.errors ?? NONE).filter(([path]) =>
    isSame(readAt(value, path), readAt(refused?.of, path)),
  );
  const shown = Object.fromEntries(Object.entries(all).filter(([path]) => refusals > 0 || touched.has(path)));

  const block = useCallback((path: string, problem: string | undefined) => {
    setBlocks((held) => (problem === undefined ? without(held, path) : { ...held, [path]: problem }));
  }, []);

  const submit = async () => {
    if (busy.current) return;
    if (Object.keys(all).length > 0) {
      setRefusals(refusals + 1);
      return;
    }
    busy.current = true;
    setSubmitting(true);
    setRefused(undefined);
    setFailure(undefined);
    try {
      await onSubmit(value);
      if (isMounted.current) setBase(value);
    } catch (error) {
      if (isMounted.current) setFailure(errorText(error));
    } finally {
      busy.current = false;
      if (isMounted.current) setSubmitting(false);
    }
  };

  return {
    schema,
    value,
    errors: { ...Object.fromEntries(stillRefused), ...shown, ...blocks },
    isValid: Object.keys(all).length === 0,
    isDirty,
    isSubmitting,
    failure,
    refusals,
    set: (path, next) => {
      const kept = readAt(base, path);
      // A text that was stored empty and is emptied again is what it was, not a removed key.
      const settled = next === undefined && (kept === '' || kept === null) ? kept : next;
      setValue((held) => writeAt(held, path, settled));
    },
    setValue,
    touch: (path) => setTouched((held) => (held.has(path) ? held : new Set(held).add(path))),
    block,
    refuse: (errors) => {
      setRefused({ errors, of: value });
      setRefusals((count) => count + 1);
    },
    reset: (next) => restart(next ?? base),
    submit,
  };
}

function useMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

function without(errors: FormErrors, path: string): FormErrors {
  const { [path]: held, ...kept } = errors;
  return held === undefined ? errors : kept;
}
