import { type FormField, templateField } from '@quarterdeck/contract';
import type { CheckTypeForm } from '../../engine/types.ts';

const text = (path: string, label: string, placeholder: string): FormField => ({
  kind: 'text',
  path,
  label,
  placeholder,
});

const count = (path: string, label: string): FormField => ({ kind: 'number', path, label, min: 0, integer: true });

/** Tests of age and size, the same for the folder and for its filter. */
const bounds = [
  text('minAge', 'Min Age', '1h'),
  text('maxAge', 'Max Age', '7d'),
  text('minSize', 'Min Size', '10kb'),
  text('maxSize', 'Max Size', '5gb'),
] as const;
const [minAge, maxAge, minSize, maxSize] = bounds;

/** The form of a folder check (contract screens §13.2), without the places that cannot be listed yet. */
export const folderForm: CheckTypeForm = {
  id: 'folder',
  label: 'Folder',
  fields: [
    { kind: 'text', path: 'path', label: 'Folder Path', required: true, placeholder: '/var/backups' },
    minAge,
    maxAge,
    count('minCount', 'Min Count'),
    count('maxCount', 'Max Count'),
    minSize,
    maxSize,
    text('availableSize', 'Available Size', '10gb'),
    text('totalSize', 'Total Size', '100gb'),
    {
      kind: 'group',
      path: 'filter',
      label: 'Set Filter Criteria',
      optional: true,
      fields: [...bounds, text('regex', 'Path Regex', '.*\\.gz$')],
    },
    templateField('test', 'Script'),
  ],
};
