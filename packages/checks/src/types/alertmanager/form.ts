import { authenticationField } from '@quarterdeck/contract';
import type { CheckTypeForm } from '../../engine/types.ts';
import { absent, present } from '../form-conditions.ts';

/**
 * The form of an alertmanager check (contract screens §13.2). Alerts and Ignore are lists and Filters a map, as the
 * check reads them.
 */
export const alertmanagerForm: CheckTypeForm = {
  id: 'alertManager',
  label: 'Alert Manager',
  keys: ['alertManager'],
  fields: [
    {
      kind: 'text',
      path: 'host',
      label: 'URL',
      required: true,
      placeholder: 'http://alertmanager:9093',
      when: absent('url'),
    },
    { kind: 'text', path: 'url', label: 'URL', required: true, when: present('url') },
    authenticationField(),
    {
      kind: 'list',
      path: 'alerts',
      label: 'Alerts',
      hint: 'Regular expressions of names of alerts; all must match.',
      itemLabel: 'alert',
      item: { kind: 'text', path: '', label: 'Alert' },
    },
    { kind: 'key-value', path: 'filters', label: 'Filters', keyLabel: 'Label', valueLabel: 'Regular expression' },
    {
      kind: 'list',
      path: 'ignore',
      label: 'Ignore',
      hint: 'Regular expressions of names of alerts that are left out.',
      itemLabel: 'name',
      item: { kind: 'text', path: '', label: 'Name' },
    },
  ],
};
