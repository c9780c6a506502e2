import { checkForms } from '@quarterdeck/checks';
import { CANARY_SPEC_FILE, CHECK_FORMS_FILE, type CheckForm, type FormField } from '@quarterdeck/contract';
import type { Config } from '../../config.ts';

/** Reads the files that help to write documents: JSON schemas, and the forms of check types. */
export interface SchemaService {
  /** What a file holds; null: there is none of that name. */
  read(file: string): Promise<object | null>;
}

/** Makes the service. `exec` says which documents may run scripts here. */
export function createSchemaService({ exec }: Pick<Config, 'exec'>): SchemaService {
  const files: Readonly<Record<string, () => Promise<object>>> = {
    [CANARY_SPEC_FILE]: canarySpecSchema,
    [CHECK_FORMS_FILE]: async () => (exec === 'all' ? checkForms() : checkForms().map(withExecNote)),
  };
  return {
    read: async (file) => (Object.hasOwn(files, file) ? ((await files[file]?.()) ?? null) : null),
  };
}

/**
 * The JSON schema of a canary's `spec`, out of the one of a whole document. That is generated from the schemas that
 * read documents and is committed with the reference, as the meaning of fields stands in comments, which are gone when
 * the program runs.
 */
async function canarySpecSchema(): Promise<object> {
  const { default: canary } = await import('../../../../../docs/reference/canary.schema.json', {
    with: { type: 'json' },
  });
  const { $schema, definitions, properties } = canary;
  return { $schema, title: 'Canary spec', ...properties.spec, definitions };
}

const EXEC_NOTE: FormField = {
  kind: 'note',
  text: 'Scripts of checks that are kept here do not run on this server: its setting QD_EXEC keeps them to documents of the configuration folder, or off.',
};

/** Says before a script is written that it would not be run. */
function withExecNote(form: CheckForm): CheckForm {
  return form.fields && form.keys.includes('exec') ? { ...form, fields: [EXEC_NOTE, ...form.fields] } : form;
}
