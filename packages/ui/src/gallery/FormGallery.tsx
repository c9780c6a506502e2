import { useState } from 'react';
import { Form, FormButtons, FormFields, FormOrText, useForm } from '../form/index.ts';
import { Combobox, MultiCombobox } from '../overlay/Combobox.tsx';
import { GALLERY_NOW } from './fixtures.ts';
import { NESTED_FIELDS, NESTED_VALUE, PLAIN_FIELDS, SAMPLE_SCHEMA, SAMPLE_SOURCES } from './form-fixtures.ts';
import { Section } from './Section.tsx';

const clock = () => GALLERY_NOW;
const WRONG = {
  name: 'Not A Name',
  thresholdMillis: 'soon',
  timeout: 'a while',
  schedule: 'now and then',
  memory: 'much',
  color: 'blue-ish',
};

/** Comboboxes and generated forms in their states: filled, empty, wrong, read-only, form and text. */
export function FormGallery() {
  return (
    <>
      <ComboboxSection />
      <PlainSection />
      <WrongSection />
      <NestedSection />
      <ReadOnlySection />
      <TextSection />
    </>
  );
}

function ComboboxSection() {
  const [one, setOne] = useState<string | undefined>('http');
  const [many, setMany] = useState<string[]>(['http', 'dns']);
  const options = ['http', 'dns', 'tcp', 'icmp', 'postgres'].map((value) => ({ value, label: value, icon: value }));
  return (
    <Section title="Comboboxes">
      <Combobox label="Check type" options={options} value={one} onChange={setOne} placeholder="Choose a type" />
      <Combobox label="Searched type" search={async () => options} value={undefined} onChange={setOne} invalid />
      <MultiCombobox label="Types" options={options} values={many} onChange={setMany} creatable />
      <MultiCombobox label="Fixed types" options={options} values={['tcp']} onChange={setMany} readOnly />
    </Section>
  );
}

function PlainSection() {
  const [initial] = useState({
    name: 'ledger',
    thresholdMillis: 500,
    insecure: true,
    method: 'GET',
    severity: 'high',
    responseCodes: [200, 201],
    timeout: '30s',
    schedule: '0 2 * * 1-5',
    memory: '512Mi',
    cpu: '250m',
    icon: 'postgres',
    color: '#2a9a5d',
    owner: 'person-1',
    configs: ['config-0', 'config-2'],
  });
  const form = useForm({ schema: PLAIN_FIELDS, initial, onSubmit: () => undefined });
  return (
    <Section title="Form: every plain field">
      <Form form={form} label="Plain fields" sources={SAMPLE_SOURCES} clock={clock}>
        <FormFields schema={PLAIN_FIELDS} />
        <FormButtons form={form} saveLabel="Save" savingLabel="Saving" onCancel={() => form.reset()} />
      </Form>
    </Section>
  );
}

function WrongSection() {
  const schema = PLAIN_FIELDS.filter((field) => 'path' in field && field.path !== undefined && field.path in WRONG);
  const [isWrong] = useState(WRONG);
  const form = useForm({
    schema,
    initial: isWrong,
    onSubmit: () => Promise.reject(new Error('The server answered 409: a check of this name exists')),
  });
  return (
    <Section title="Form: errors">
      <Form form={form} label="Wrong fields" clock={clock}>
        <FormFields schema={schema} />
        <FormButtons form={form} saveLabel="Save and see what is wrong" />
      </Form>
    </Section>
  );
}

function NestedSection() {
  const form = useForm({ schema: NESTED_FIELDS, initial: NESTED_VALUE, onSubmit: () => undefined });
  return (
    <Section title="Form: nested fields">
      <Form form={form} label="Nested fields" clock={clock}>
        <FormFields schema={NESTED_FIELDS} />
        <FormButtons form={form} saveLabel="Update" />
      </Form>
    </Section>
  );
}

function ReadOnlySection() {
  const schema = [...PLAIN_FIELDS.slice(0, 8), ...NESTED_FIELDS.slice(0, 6)];
  const [initial] = useState({
    ...NESTED_VALUE,
    name: 'ledger',
    method: 'GET',
    severity: 'high',
    responseCodes: [200],
  });
  const form = useForm({ schema, initial, onSubmit: () => undefined });
  return (
    <Section title="Form: read-only">
      <Form form={form} label="Read-only fields" readOnly clock={clock} />
    </Section>
  );
}

const SOURCE = `# Kept while the form edits
apiVersion: canaries.flanksource.com/v1
kind: Canary
spec:
  schedule: "@every 30s" # said in words by the form
  http:
    - name: readiness
      url: https://ledger.internal/ready
      unknownKey: stays
`;

function TextSection() {
  const [schema] = useState(() => [{ kind: 'schedule', path: 'spec.schedule', label: 'Runs' }] as const);
  const [initial] = useState({
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    spec: {
      schedule: '@every 30s',
      http: [{ name: 'readiness', url: 'https://ledger.internal/ready', unknownKey: 'stays' }],
    },
  });
  const form = useForm({ schema, initial, onSubmit: () => undefined });
  return (
    <Section title="Form or code">
      <Form form={form} label="Canary" clock={clock}>
        <FormOrText form={form} source={SOURCE} jsonSchema={SAMPLE_SCHEMA} />
        <FormButtons form={form} saveLabel="Update" />
      </Form>
    </Section>
  );
}
