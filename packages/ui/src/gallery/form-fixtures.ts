import type { FormSchema, Json } from '@quarterdeck/contract';
import type { OptionSource } from '../form/index.ts';

const PEOPLE = ['Ada Marsh', 'Ben Okoro', 'Chloe Dupont', 'Dan Weiss', 'Eve Lindqvist'];
const CONFIGS = ['ledger-primary', 'ledger-replica', 'checkout-api', 'ingress-nginx', 'search-index'];

function sourceOf(names: readonly string[], hint: string, icon?: string): OptionSource {
  const options = names.map((label, i) => ({ value: `${hint}-${i}`, label, hint, ...(icon && { icon }) }));
  return {
    search: async (query) => options.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase())),
    resolve: async (values) => options.filter(({ value }) => values.includes(value)),
  };
}

/** Sources of the gallery: two that answer, one that fails. */
export const SAMPLE_SOURCES: Readonly<Record<string, OptionSource>> = {
  person: sourceOf(PEOPLE, 'person'),
  config: sourceOf(CONFIGS, 'config', 'kubernetes'),
  connection: { search: () => Promise.reject(new Error('The server answered 503')) },
};

/** Fields that hold plain values. */
export const PLAIN_FIELDS: FormSchema = [
  { kind: 'text', path: 'name', label: 'Name', required: true, format: 'dns1123', hint: 'Cannot be changed later' },
  { kind: 'text', path: 'description', label: 'Description', multiline: true, placeholder: 'What it watches' },
  { kind: 'text', path: 'token', label: 'Token', secret: true },
  { kind: 'number', path: 'thresholdMillis', label: 'Max Response Time', min: 0, unit: 'ms' },
  { kind: 'switch', path: 'insecure', label: 'Insecure TLS', hint: 'Accepts any certificate' },
  {
    kind: 'select',
    path: 'method',
    label: 'HTTP Method',
    radio: true,
    options: ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value })),
  },
  {
    kind: 'select',
    path: 'severity',
    label: 'Severity',
    options: ['info', 'low', 'medium', 'high', 'critical'].map((value) => ({ value, label: value })),
  },
  {
    kind: 'combobox',
    path: 'responseCodes',
    label: 'Response Codes',
    multiple: true,
    creatable: true,
    numeric: true,
    options: [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503].map((code) => ({
      value: String(code),
      label: String(code),
    })),
  },
  { kind: 'duration', path: 'timeout', label: 'Timeout' },
  { kind: 'schedule', path: 'schedule', label: 'Schedule' },
  { kind: 'bytes', path: 'memory', label: 'Memory' },
  { kind: 'millicores', path: 'cpu', label: 'CPU' },
  { kind: 'icon', path: 'icon', label: 'Icon' },
  { kind: 'color', path: 'color', label: 'Colour' },
  { kind: 'resource', path: 'owner', label: 'Owner', of: 'person' },
  { kind: 'resource', path: 'configs', label: 'Catalog items', of: 'config', multiple: true },
  { kind: 'resource', path: 'connection', label: 'Connection', of: 'connection', placeholder: 'Its source fails' },
];

/** Fields that hold other fields. */
export const NESTED_FIELDS: FormSchema = [
  { kind: 'key-value', path: 'labels', label: 'Labels' },
  {
    kind: 'list',
    path: 'headers',
    label: 'Headers',
    itemLabel: 'header',
    fields: [
      { kind: 'text', path: 'name', label: 'Header name', required: true },
      { kind: 'value-source', path: '', label: 'Header value', as: 'env', secret: false },
    ],
  },
  {
    kind: 'list',
    path: 'paths',
    label: 'Paths',
    itemLabel: 'path',
    item: { kind: 'text', path: '', label: 'Path', required: true },
  },
  { kind: 'value-source', path: 'password', label: 'Password', as: 'url', required: true },
  { kind: 'value-source', path: 'certificate', label: 'Certificate', as: 'url', large: true },
  {
    kind: 'one-of',
    label: 'Authentication',
    options: [
      { value: 'none', label: 'None' },
      {
        value: 'basic',
        label: 'Basic',
        owns: ['basic', 'authentication'],
        set: { basic: true },
        fields: [
          { kind: 'value-source', path: 'authentication.username', label: 'Username', as: 'env', secret: false },
        ],
      },
      { value: 'ntlm', label: 'NTLM', owns: ['ntlm', 'authentication'], set: { ntlm: true } },
    ],
  },
  {
    kind: 'one-of',
    label: 'Test',
    tabs: true,
    options: [
      { value: 'none', label: 'None' },
      {
        value: 'expr',
        label: 'Expr',
        owns: ['test.expr'],
        set: { 'test.expr': '' },
        fields: [{ kind: 'code', path: 'test.expr', label: 'Expression', language: 'cel', size: 'very-small' }],
      },
      {
        value: 'template',
        label: 'Go Template',
        owns: ['test.template'],
        set: { 'test.template': '' },
        fields: [{ kind: 'code', path: 'test.template', label: 'Template', language: 'template', size: 'very-small' }],
      },
    ],
  },
  {
    kind: 'group',
    label: 'Retention',
    path: 'retention',
    optional: true,
    row: true,
    fields: [
      { kind: 'duration', path: 'age', label: 'Age', default: '7d' },
      { kind: 'number', path: 'count', label: 'Count', integer: true, min: 0 },
    ],
  },
  {
    kind: 'group',
    label: 'Advanced',
    collapsed: true,
    fields: [
      { kind: 'note', text: 'Changed by few.' },
      { kind: 'text', path: 'index', label: 'Index' },
    ],
  },
];

/** What the nested form begins with; `keptBecauseUnknown` is in no field. */
export const NESTED_VALUE: { [key: string]: Json } = {
  labels: { team: 'payments', tier: '1' },
  headers: [{ name: 'Authorization', valueFrom: { secretKeyRef: { name: 'ledger', key: 'token' } } }],
  paths: ['/var/log', '/tmp'],
  password: 'configmap://ledger/password',
  basic: true,
  authentication: { username: { value: 'probe' } },
  test: { expr: 'code == 200 && json.status == "ok"' },
  retention: { age: '7d' },
  keptBecauseUnknown: { a: 1 },
};

/** A schema of a small canary, for the editor's help. */
export const SAMPLE_SCHEMA: Json = {
  type: 'object',
  required: ['apiVersion', 'kind', 'spec'],
  properties: {
    apiVersion: { type: 'string', description: 'The version of the document' },
    kind: { enum: ['Canary'] },
    metadata: { type: 'object', properties: { name: { type: 'string' }, namespace: { type: 'string' } } },
    spec: {
      type: 'object',
      properties: {
        schedule: { type: 'string', description: 'When it runs' },
        http: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'url'],
            properties: {
              name: { type: 'string' },
              url: { type: 'string', description: 'What is asked' },
              responseCodes: { type: 'array', items: { type: 'integer' } },
              maxSSLExpiry: { type: 'integer', minimum: 0 },
              insecure: { type: 'boolean' },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
};
