import { authenticationField, templateField } from '@quarterdeck/contract';
import type { CheckTypeForm } from '../../engine/types.ts';
import { absent, present } from '../form-conditions.ts';

/** The form of a redis check (contract screens §13.2). */
export const redisForm: CheckTypeForm = {
  id: 'redis',
  label: 'Redis',
  fields: [
    { kind: 'text', path: 'addr', label: 'Address', required: true, placeholder: 'host:port', when: absent('url') },
    { kind: 'text', path: 'url', label: 'URL', required: true, when: present('url') },
    { kind: 'number', path: 'db', label: 'Database', min: 0, integer: true, default: 0 },
    templateField('test', 'Test'),
    authenticationField(),
  ],
};
