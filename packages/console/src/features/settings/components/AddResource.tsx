import { Button, Dialog, Skeleton, toast } from '@quarterdeck/ui';
import type { FormTab } from '@quarterdeck/ui/form';
import { useMemo } from 'react';
import { LoadError } from '../../../shared/LoadError.tsx';
import { kindsOf, newOfKind, type SpecKind } from '../model/kinds.ts';
import type { ResourceValue, SettingsResource } from '../model/resource.ts';
import { useForms } from '../queries/resources.ts';
import { KindForm } from './KindForm.tsx';
import { KindPicker } from './KindPicker.tsx';
import { ResourceForm } from './ResourceForm.tsx';

export interface AddResourceProps {
  resource: SettingsResource;
  /** The kind that was chosen; any other text: none yet. */
  kind: string;
  editor: FormTab;
  onKind: (kind: string) => void;
  onEditor: (tab: FormTab) => void;
  onClose: () => void;
}

/** The dialog for a new resource: its form, or, where it has kinds, first the choice among them (contract screens §11.4). */
export function AddResource({ resource, kind, editor, onKind, onEditor, onClose }: AddResourceProps) {
  const forms = useForms(resource);
  const kinds = useMemo(() => kindsOf(forms.data ?? []), [forms.data]);
  const chosen = kinds.find(({ id }) => id === kind);
  const isOfKind = resource.formsFile !== undefined;
  const shared = {
    resource,
    keeper: null,
    onCancel: onClose,
    onSaved: (row: ResourceValue) => {
      onClose();
      toast.success(`${String(row.name)} added successfully`);
    },
  };
  return (
    <Dialog open onClose={onClose} title={resource.addTitle} size="large">
      {!isOfKind && <ResourceForm {...shared} value={resource.initial} />}
      {isOfKind && forms.isPending && <Skeleton shape="text" count={8} label={`Loading ${resource.addTitle}`} />}
      {isOfKind && !forms.isPending && !chosen && (
        <>
          <LoadError title="The kinds could not be loaded" query={forms} />
          <KindPicker label={resource.kindsLabel ?? ''} kinds={kinds} onPick={({ id }) => onKind(id)} />
        </>
      )}
      {isOfKind && !forms.isPending && chosen && (
        <NewOfKind
          key={chosen.id}
          {...shared}
          kind={chosen}
          tab={editor}
          onTab={onEditor}
          onBack={() => onKind('true')}
        />
      )}
    </Dialog>
  );
}

interface NewOfKindProps {
  resource: SettingsResource;
  keeper: null;
  kind: SpecKind;
  tab: FormTab;
  onTab: (tab: FormTab) => void;
  onBack: () => void;
  onCancel: () => void;
  onSaved: (row: ResourceValue) => void;
}

function NewOfKind({ kind, onBack, ...rest }: NewOfKindProps) {
  const value = useMemo(() => newOfKind(rest.resource.initial, kind), [rest.resource, kind]);
  const edited = useMemo(() => ({ kind, key: kind.keys[0] ?? '' }), [kind]);
  return (
    <KindForm {...rest} value={value} edited={edited}>
      <Button onClick={onBack}>Back</Button>
    </KindForm>
  );
}
