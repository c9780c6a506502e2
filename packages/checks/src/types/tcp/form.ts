import { templateField } from '@quarterdeck/contract';
import type { CheckTypeForm } from '../../engine/types.ts';

/** The form of a tcp check (contract screens §13.2). */
export const tcpForm: CheckTypeForm = {
  id: 'tcp',
  label: 'TCP',
  fields: [
    { kind: 'text', path: 'endpoint', label: 'URL', required: true, placeholder: 'host:port' },
    templateField('test', 'Test'),
    { kind: 'number', path: 'thresholdMillis', label: 'Max Response Time (in millis)', min: 0 },
  ],
};
