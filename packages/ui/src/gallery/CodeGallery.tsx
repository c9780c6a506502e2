import { useState } from 'react';
import { CodeEditor, Diff, JsonView, YamlView } from '../code/index.ts';
import { SAMPLE_JSON, SAMPLE_YAML } from './fixtures.ts';
import { SAMPLE_SCHEMA } from './form-fixtures.ts';
import { Section } from './Section.tsx';

const AFTER = SAMPLE_YAML.replace('@every 30s', '@every 5m')
  .replace('      insecure: false\n', '')
  .replace('maxSSLExpiry: 7', 'maxSSLExpiry: 14\n      description: answers within a second');

const UNIFIED = `diff --git a/values.yaml b/values.yaml
--- a/values.yaml
+++ b/values.yaml
@@ -12,5 +12,5 @@ resources
   limits:
     cpu: 500m
-    memory: 512Mi
+    memory: 768Mi
   requests:
     cpu: 250m
@@ -40,3 +40,4 @@ replicas
 replicas: 3
 strategy: Rolling
+maxSurge: 1
 image: ledger
`;

const TREE = {
  apiVersion: 'v1',
  metadata: { name: 'ledger', labels: { 'app.kubernetes.io/name': 'ledger', team: 'payments' }, annotations: {} },
  spec: {
    replicas: 3,
    paused: false,
    selector: null,
    containers: [{ name: 'api', image: 'ledger:1.40', ports: [8080, 9090] }],
  },
  items: Array.from({ length: 5000 }, (_, i) => ({ id: i, status: i % 7 === 0 ? 'failed' : 'passed' })),
};

/** Editors, diffs and trees in their states. */
export function CodeGallery() {
  const [yaml, setYaml] = useState(SAMPLE_YAML.replace('maxSSLExpiry: 7', 'maxSSLExpiry: soon'));
  const [json, setJson] = useState(SAMPLE_JSON);
  const [cel, setCel] = useState('code == 200 && size(json.items) > 0 // answers with rows');
  return (
    <>
      <Section title="Code editor">
        <CodeEditor label="Canary editor" language="yaml" schema={SAMPLE_SCHEMA} value={yaml} onChange={setYaml} />
        <CodeEditor label="Answer editor" language="json" size="very-small" value={json} onChange={setJson} invalid />
        <CodeEditor label="Expression editor" language="cel" size="very-small" value={cel} onChange={setCel} />
        <CodeEditor
          label="Template viewer"
          language="template"
          size="very-small"
          value={'{{ range .results }}{{ .name }}: {{ .status | toUpper }}\n{{ end }}'}
        />
      </Section>
      <Section title="Diff">
        <Diff label="Change of the canary" before={SAMPLE_YAML} after={AFTER} />
        <Diff label="Change of the values" unified={UNIFIED} view="split" />
        <Diff label="No change" before="same" after="same" />
      </Section>
      <Section title="Trees">
        <JsonView label="Document as JSON" value={TREE} maxHeight={300} />
        <YamlView label="Document as YAML" value={TREE} openLevels={3} maxHeight={300} />
        <JsonView label="Empty document" value={{}} />
      </Section>
    </>
  );
}
