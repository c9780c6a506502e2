import type { CheckType } from '../../engine/types.ts';
import { folderForm } from './form.ts';
import { runFolder } from './run.ts';
import { type FolderSpec, folderSchema } from './schema.ts';

/** Looks at the files of a folder: how many, how old, how large. */
export const folderCheck: CheckType<FolderSpec> = {
  type: 'folder',
  key: 'folder',
  title: 'Folder',
  description: 'Looks at the files of a folder: how many, how old, how large.',
  icon: 'folder',
  schema: folderSchema,
  forms: [folderForm],
  endpoint: (spec) => spec.path.replace(/^(\w+:\/\/)[^/@]*@/, '$1'),
  run: runFolder,
};
