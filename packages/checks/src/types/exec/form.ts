import { templateField } from '@quarterdeck/contract';
import type { CheckTypeForm } from '../../engine/types.ts';

/** The form of an exec check (contract screens §13.2). */
export const execForm: CheckTypeForm = {
  id: 'exec',
  label: 'Exec',
  fields: [
    { kind: 'code', path: 'script', label: 'Script', required: true, language: 'shell', size: 'small' },
    templateField('test', 'Test'),
  ],
};
