import type { FormSchema } from '@quarterdeck/contract';
import { Banner, Icon } from '@quarterdeck/ui';
import { FormFields, type FormHandle, FormOrText, type FormTab, readAt } from '@quarterdeck/ui/form';
import { type ReactNode, useMemo } from 'react';
import { type EditedKind, kindFields, othersOf, placeOf } from '../model/kinds.ts';
import { hasField } from '../model/refusal.ts';
import { useSpecSchema } from '../queries/resources.ts';
import { ResourceFormFrame } from './ResourceFormFrame.tsx';
import { type ResourceFormOptions, useResourceForm } from './use-resource-form.ts';

export interface KindFormProps extends ResourceFormOptions {
  /** What the spec is edited as. */
  edited: EditedKind;
  /** Fields or text; the host keeps it in the address. */
  tab: FormTab;
  onTab: (tab: FormTab) => void;
  onCancel: () => void;
  /** More buttons: Delete, Back. */
  children?: ReactNode;
}

/**
 * The form of a resource whose spec is of a kind: name and labels, and the fields of the kind beside the whole spec as
 * code (contract screens §13.2). The code is judged by the server alone.
 */
export function KindForm({ edited, tab, onTab, onCancel, children, ...options }: KindFormProps) {
  const { resource, id, keeper } = options;
  const isNew = id === undefined;
  const jsonSchema = useSpecSchema(resource);
  const { kind } = edited;
  const namespace = String(options.value.namespace ?? '');
  const top = useMemo(() => headFields(isNew, namespace), [isNew, namespace]);
  const own = useMemo(() => (kind.fields ? kindFields(edited) : []), [kind, edited]);
  const code = useMemo(() => specField(jsonSchema), [jsonSchema]);
  const schema = useMemo(
    () => [...top, ...(!kind.fields ? code : tab === 'form' ? own : [])],
    [top, kind, code, tab, own],
  );
  const state = useResourceForm(options, schema);
  const form = isNew ? followName(state.form, edited) : state.form;
  return (
    <ResourceFormFrame
      resource={resource}
      state={state}
      form={form}
      keeper={keeper}
      onCancel={onCancel}
      buttons={children}
    >
      {isNew && (
        <p className="qd-kind-head">
          <Icon name={kind.icon} {...(kind.keys[0] !== undefined && { fallback: kind.keys[0] })} />
          <b>{kind.label}</b>
          <span>{kind.description}</span>
        </p>
      )}
      <FormFields schema={top} />
      {kind.fields ? (
        <FormOrText form={form} path="spec" tab={tab} onTab={onTab} {...(jsonSchema !== undefined && { jsonSchema })}>
          <Others count={othersOf(edited, form.value.spec)} />
          <Unplaced form={form} schema={schema} />
          <FormFields schema={own} />
        </FormOrText>
      ) : (
        <FormFields schema={code} />
      )}
    </ResourceFormFrame>
  );
}

/** Fields above both ways of editing (contract screens §13.2); a namespace that is not the usual one is said. */
function headFields(isNew: boolean, namespace: string): FormSchema {
  const readOnly = !isNew;
  return [
    { kind: 'text', path: 'name', label: 'Name', required: true, readOnly },
    ...(namespace === 'default' ? [] : [{ kind: 'text', path: 'namespace', label: 'Namespace', readOnly } as const]),
    { kind: 'key-value', path: 'labels', label: 'Labels' },
  ];
}

/** The whole spec of a kind without fields of its own. */
function specField(schema: ReturnType<typeof useSpecSchema>): FormSchema {
  return [
    {
      kind: 'code',
      path: 'spec',
      label: 'Spec',
      required: true,
      language: 'yaml',
      as: 'value',
      size: 'medium',
      ...(schema !== undefined && { schema }),
    },
  ];
}

/** The name of the first check is that of the resource until it is given one of its own (contract screens §13.2). */
function followName(form: FormHandle, { kind, key }: EditedKind): FormHandle {
  const place = placeOf(key);
  const isFollowing = kind.keys.length > 0 && (readAt(form.value, `${place}.name`) ?? '') === (form.value.name ?? '');
  if (!isFollowing || readAt(form.value, place) === undefined) return form;
  return {
    ...form,
    set: (path, next) => {
      form.set(path, next);
      if (path === 'name') form.set(`${place}.name`, next ?? '');
    },
  };
}

function Others({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="qd-form-note">
      {count === 1 ? 'One more check stands in this spec' : `${count} more checks stand in this spec`}: see Code.
    </p>
  );
}

/** What is wrong with parts of the spec that no field of this form shows. */
function Unplaced({ form, schema }: { form: FormHandle; schema: FormSchema }) {
  const wrong = Object.entries(form.errors).filter(([path]) => path.startsWith('spec.') && !hasField(schema, path));
  if (wrong.length === 0) return null;
  return (
    <Banner tone="error" title="What is wrong">
      {wrong.map(([path, said]) => (
        <span key={path} className="qd-form-wrong">
          {path}: {said}
        </span>
      ))}
    </Banner>
  );
}
