import { authenticationField, templateField } from '@quarterdeck/contract';
import type { CheckTypeForm } from '../../engine/types.ts';
import { absent, present } from '../form-conditions.ts';

/** Status codes to choose from (spec 001 §5). */
const STATUS_CODES = ['200', '201', '202', '204', '301', '302', '401', '404', '500', '502', '503'];

/** The body as it is, or made by a template, which the check does on request alone. */
const body = {
  kind: 'one-of',
  label: 'Body',
  options: [
    { value: 'text', label: 'Text', fields: [{ kind: 'text', path: 'body', label: 'Body text', multiline: true }] },
    {
      value: 'template',
      label: 'Go Template',
      owns: ['templateBody'],
      set: { templateBody: true },
      fields: [{ kind: 'code', path: 'body', label: 'Body template', language: 'template', size: 'very-small' }],
    },
  ],
} as const;

/** The form of an http check (contract screens §13.2). */
export const httpForm: CheckTypeForm = {
  id: 'http',
  label: 'HTTP',
  fields: [
    {
      kind: 'text',
      path: 'url',
      label: 'URL',
      required: true,
      placeholder: 'https://example.org/health',
      when: absent('connection'),
    },
    { kind: 'text', path: 'connection', label: 'Connection', when: present('connection') },
    { kind: 'text', path: 'url', label: 'URL in place of the connection’s', when: present('connection') },
    {
      kind: 'one-of',
      path: 'method',
      label: 'HTTP Method',
      options: [
        { value: 'GET', label: 'GET' },
        { value: 'POST', label: 'POST', owns: ['body', 'templateBody'], fields: [body] },
        { value: 'PUT', label: 'PUT', owns: ['body', 'templateBody'], fields: [body] },
        { value: 'DELETE', label: 'DELETE' },
      ],
    },
    {
      kind: 'list',
      path: 'headers',
      label: 'Headers',
      itemLabel: 'header',
      fields: [
        { kind: 'text', path: 'name', label: 'Name', required: true },
        { kind: 'value-source', path: '', label: 'Value', as: 'env', secret: false },
      ],
    },
    authenticationField(['basic', 'ntlm', 'ntlmv2']),
    {
      kind: 'group',
      label: 'Test',
      fields: [
        {
          kind: 'combobox',
          path: 'responseCodes',
          label: 'Response Codes',
          hint: 'Any 2xx when none is chosen.',
          multiple: true,
          creatable: true,
          numeric: true,
          options: STATUS_CODES.map((value) => ({ value, label: value })),
        },
        { kind: 'number', path: 'thresholdMillis', label: 'Max Response Time (in millis)', min: 0 },
        { kind: 'text', path: 'responseContent', label: 'Response Text (Exact Match)' },
        { kind: 'number', path: 'maxSSLExpiry', label: 'Max SSL Expiry Age (days)', min: 0 },
        templateField('test', 'Script'),
      ],
    },
  ],
};
