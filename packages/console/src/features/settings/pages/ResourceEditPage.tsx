import { Button, Confirm, Empty, LinkButton, Skeleton, Tabs, toast } from '@quarterdeck/ui';
import type { FormTab } from '@quarterdeck/ui/form';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { usePageHead } from '../../../app/page-head.tsx';
import { useSoftDelete } from '../../../data/acts.ts';
import { useConsole } from '../../../data/context.ts';
import { keeperOf } from '../../../shared/keeper.ts';
import { Denied, LoadError } from '../../../shared/LoadError.tsx';
import { useGo } from '../../../shared/PageLink.tsx';
import { KindForm, type KindFormProps } from '../components/KindForm.tsx';
import { ResourceForm } from '../components/ResourceForm.tsx';
import type { ResourceEditSearch } from '../model/edit-search.ts';
import { editorOf, withEditor } from '../model/editor.ts';
import { kindOfSpec } from '../model/kinds.ts';
import type { ResourceValue, SettingsResource } from '../model/resource.ts';
import { resourceQuery, useForms } from '../queries/resources.ts';
import './settings.css';

export { parseResourceEditSearch } from '../model/edit-search.ts';

export interface ResourceEditPageProps extends Pick<PageProps<ResourceEditSearch>, 'search' | 'setSearch'> {
  resource: SettingsResource;
  id: string;
}

/** Behind a tab: its filters and its table are not needed to edit. */
const JobTable = lazy(async () => ({ default: (await import('../components/JobTable.tsx')).JobTable }));

const TeamMembers = lazy(async () => ({ default: (await import('../components/teams/TeamMembers.tsx')).TeamMembers }));

const PANEL = 'resource-panel';
const TABS = { spec: 'Spec', members: 'Members', jobs: 'Job History' } as const;

/** The form of one resource and the history of its jobs: `/settings/{table}/{id}` (contract screens §11.4). */
export function ResourceEditPage({ resource, id, search, setSearch }: ResourceEditPageProps) {
  const { db } = useConsole();
  const query = useQuery(resourceQuery(db, resource, id));
  const row = query.data?.rows[0];
  const name = typeof row?.name === 'string' ? row.name : '';
  const list = `/settings/${resource.table}`;
  usePageHead(
    useMemo(
      () => ({
        title: name || resource.title,
        crumbs: [{ label: resource.title, href: list }, { label: name || '…' }],
      }),
      [resource, list, name],
    ),
  );
  const tab = search.tab === 'members' && !resource.hasMembers ? 'spec' : (search.tab ?? 'spec');
  return (
    <div className="qd-settings-list">
      <div className="qd-settings-tabs">
        <Tabs
          label={resource.title}
          tabs={[
            { id: 'spec', label: TABS.spec },
            ...(resource.hasMembers ? [{ id: 'members', label: TABS.members }] : []),
            { id: 'jobs', label: TABS.jobs },
          ]}
          value={tab}
          onChange={(next) => setSearch(() => (next === 'jobs' || next === 'members' ? { tab: next } : {}))}
          panelId={PANEL}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={TABS[tab]} className="qd-settings-panel">
        {tab === 'members' && row && (
          <Suspense fallback={<Skeleton shape="text" count={6} label="Loading the members" />}>
            <TeamMembers team={{ id, name }} />
          </Suspense>
        )}
        {tab === 'jobs' ? (
          <Suspense fallback={<Skeleton shape="text" count={12} label="Loading Job History" />}>
            <JobTable
              search={search}
              setSearch={(next, options) => setSearch(() => ({ ...next, tab: 'jobs' }), options)}
              of={{ type: resource.jobType, id }}
            />
          </Suspense>
        ) : (
          <>
            <LoadError title={`${resource.title} could not be loaded`} query={query} />
            <Denied error={query.error} />
            {query.isPending && <Skeleton shape="text" count={12} label={`Loading ${resource.title}`} />}
            {query.data && (tab === 'spec' || !row) && (
              <Spec
                resource={resource}
                row={row}
                editor={editorOf(search)}
                onEditor={(next) => setSearch((held) => withEditor(held, next), { replace: true })}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface SpecProps {
  resource: SettingsResource;
  row: ResourceValue | undefined;
  editor: FormTab;
  onEditor: (tab: FormTab) => void;
}

function Spec({ resource, row, editor, onEditor }: SpecProps) {
  const go = useGo();
  const list = `/settings/${resource.table}`;
  if (!row || row.deleted_at) {
    return (
      <Empty title="No resources found" actions={<LinkButton href={list}>{resource.title}</LinkButton>}>
        {row ? 'It was deleted.' : 'There is none with this id.'}
      </Empty>
    );
  }
  const kept = { source: textOf(row.source), agent_id: textOf(row.agent_id), namespace: textOf(row.namespace) };
  const id = textOf(row.id);
  const keeper = keeperOf({ id, name: textOf(row.name), ...kept });
  const shared = {
    resource,
    value: row,
    id,
    keeper,
    onCancel: () => go(list),
    onSaved: () => {
      toast.success(`${textOf(row.name)} updated successfully`);
      go(list);
    },
    children: <DeleteResource resource={resource} row={{ id, name: textOf(row.name) }} />,
  };
  // What others keep is shown as it is; the forms of kinds are for what is edited here (contract screens §11.4).
  return resource.formsFile === undefined || keeper !== null ? (
    <ResourceForm key={id} {...shared} />
  ) : (
    <StoredKind key={id} {...shared} tab={editor} onTab={onEditor} />
  );
}

/** A stored resource in the form of its kind; as code while, or where, there are no forms. */
function StoredKind(props: Omit<KindFormProps, 'edited'>) {
  const forms = useForms(props.resource);
  const { spec } = props.value;
  const edited = useMemo(() => kindOfSpec(forms.data ?? [], spec), [forms.data, spec]);
  if (forms.isPending) return <Skeleton shape="text" count={12} label={`Loading ${props.resource.title}`} />;
  return (
    <>
      <LoadError title="The forms could not be loaded" query={forms} />
      <KindForm {...props} edited={edited} />
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Asks once, deletes, and goes to the list, where the toast offers to undo it. */
function DeleteResource({ resource, row }: { resource: SettingsResource; row: { id: string; name: string } }) {
  const { history } = useRouter();
  const [asking, setAsking] = useState(false);
  const remove = useSoftDelete({
    table: resource.table,
    lists: [resource.list],
    noun: resource.title,
    // What was typed and not saved goes with it, unasked.
    onDeleted: () => history.push(`/settings/${resource.table}`, undefined, { ignoreBlocker: true }),
  });
  return (
    <>
      <Button variant="danger" icon={<Trash2 size={13} aria-hidden="true" />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        open={asking}
        title="Delete resource"
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutateAsync(row)}
      >
        <p>Are you sure you want to delete this resource?</p>
        <p>
          <b>{row.name}</b>
        </p>
      </Confirm>
    </>
  );
}
