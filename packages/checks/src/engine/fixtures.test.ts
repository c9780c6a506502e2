import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseDocuments } from './documents.ts';

const root = fileURLToPath(new URL('../../../../../shared/fixtures/canaries/', import.meta.url));

/** What a reader finds in each file: the checks by stored type, the webhook, and documents of other kinds. */
const CONTENTS: Record<string, string> = {
  'aws/aws_config_rule_pass.yaml': 'awsconfigrule:1',
  'aws/s3-protocol.yaml': 's3:1',
  'azure/devops.yaml': 'azuredevops:1',
  'datasources/GCP/database_backup.yaml': 'databasebackupcheck:1',
  'datasources/GCP/database_backup_cred_from_connection.yaml': 'databasebackupcheck:1',
  'datasources/SFTP/sftp_pass.yaml': 'folder:1',
  'datasources/alertmanager.yaml': 'alertmanager:1',
  'datasources/folder_fail.yaml': 'folder:3',
  'datasources/folder_single_pass.yaml': 'folder:1',
  'datasources/mongo_pass.yaml': 'mongodb:1',
  'datasources/mssql_fail.yaml': 'mssql:1',
  'datasources/mysql_pass.yaml': 'mysql:1',
  'datasources/posgres_stateful_pass.yaml': 'postgres:1',
  'datasources/postgres_empty_result_fail.yaml': 'postgres:1',
  'datasources/postgres_fail.yaml': 'postgres:1',
  'datasources/prometheus.yaml': 'prometheus:1',
  'datasources/redis_pass.yaml': 'redis:1',
  'datasources/s3_bucket_fail.yaml': 'folder:2',
  'elasticsearch/elasticsearch_pass.yaml': 'elasticsearch:1',
  'external/alertmanager.yaml': 'webhook:my-webhook',
  'external/catalog.yaml': 'catalog:1',
  'external/pubsub-gcp.yaml': 'pubsub:1',
  'git/exec_checkout_pass.yaml': 'exec:1',
  'git/git_test_expression_pass.yaml': 'github:1',
  'k8s/certmanager.yaml': 'kubernetes:1',
  'k8s/cronjob_monitor.yaml': 'CronJob kubernetes:1',
  'k8s/helm_check.yaml': 'helm:1',
  'k8s/http_auth_sa.yaml': 'http:1',
  'k8s/http_auth_secret.yaml': 'http:1',
  'k8s/kubernetes-check-kubeconfig-from-secrets.yaml': 'kubernetes:1',
  'k8s/kubernetes-minimal_pass.yaml': 'kubernetes:1',
  'k8s/kubernetes_bundle.yaml': 'kubernetes:2',
  'k8s/kubernetes_resource_pod_exit_code_pass.yaml': 'kubernetes_resource:1',
  'k8s/secret_sanitize_fail.yaml': 'http:1',
  'ldap/ldap_pass.yaml': 'ldap:2',
  'minimal/cel.yaml': 'exec:1',
  'minimal/display-with-cel_pass.yaml': 'http:1',
  'minimal/display-with-javascript_pass.yaml': 'http:1',
  'minimal/dns_fail.yaml': 'dns:6',
  'minimal/exec_connection_aws_fail.yaml': 'exec:1',
  'minimal/exec_env_pass.yaml': 'exec:1',
  'minimal/exec_pass.yaml': 'exec:1',
  'minimal/http-check-labels.yaml': 'http:2',
  'minimal/http_auth_from_config_map.yaml': 'http:2',
  'minimal/http_auth_from_helm_ref.yaml': 'http:1',
  'minimal/http_auth_url_pass.yaml': 'http:2',
  'minimal/http_fail.yaml': 'http:2',
  'minimal/http_pass_results_mode_pass.yaml': 'http:2',
  'minimal/http_simple.yaml': 'http:2',
  'minimal/http_timeout_fail.yaml': 'http:1',
  'minimal/http_tls_config.yaml': 'http:1',
  'minimal/jmeter.yaml': 'jmeter:1',
  'minimal/metrics-transformed.yaml': 'http:1',
  'minimal/metrics.yaml': 'http:1',
  'minimal/namespaced_check_pass.yaml': 'http:2',
  'minimal/tcp.yaml': 'tcp:1',
  'opensearch/opensearch_fail.yaml': 'opensearch:1',
  'prometheus/jobs.yaml': 'prometheus:1',
  'quarantine/icmp_pass.yaml': 'icmp:1',
  'quarantine/smb_pass.yaml': 'folder:1',
  'restic/restic_with_integrity_pass.yaml': 'restic:1',
};

test('every file is in the list', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ya?ml$/.test(file));
  expect(files.sort()).toEqual(Object.keys(CONTENTS).sort());
});

test.each(Object.entries(CONTENTS))('%s holds %s', (file, contents) => {
  const parsed = parseDocuments(readFileSync(root + file, 'utf8'), { fileName: file });
  expect(parsed.errors).toEqual([]);
  const counts = new Map<string, number>();
  for (const { type } of parsed.canaries.flatMap(({ checks }) => checks)) counts.set(type, (counts.get(type) ?? 0) + 1);
  const found = [
    ...parsed.others.map(({ kind }) => kind),
    ...[...counts].map(([type, count]) => `${type}:${count}`),
    ...parsed.canaries.flatMap(({ webhook }) => (webhook ? [`webhook:${webhook.name}`] : [])),
  ];
  expect(found.join(' ')).toBe(contents);
  for (const { spec } of parsed.canaries.flatMap(({ checks }) => checks)) expect(spec.name).not.toBe('');
});

/** The keys of a value, however deep, in lower case, with the path of each; free maps and texts end a path. */
function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const here = `${path}.${key.toLowerCase()}`;
    return item === null ? [] : [here, ...keysOf(item, here)];
  });
}

test.each(Object.keys(CONTENTS))('%s: every field of every check is read', (file) => {
  const { canaries } = parseDocuments(readFileSync(root + file, 'utf8'), { fileName: file });
  for (const { checks, rawSpec } of canaries) {
    const written = Object.values(rawSpec).flatMap((list) => (Array.isArray(list) ? list : []));
    expect(new Set(checks.flatMap(({ spec }) => keysOf(spec)))).toEqual(
      new Set([...keysOf(written), ...(checks.length > 0 ? ['.name'] : [])]),
    );
  }
});
