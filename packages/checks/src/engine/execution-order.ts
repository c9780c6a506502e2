/** Spec keys in the order in which their checks run (contract checks §1.3); others come after, as they are listed. */
const EXECUTION_ORDER = [
  'alertmanager',
  'awsConfig',
  'awsConfigRule',
  'azureDevops',
  'cloudwatch',
  'catalog',
  'databaseBackup',
  'dns',
  'dynatrace',
  'elasticsearch',
  'exec',
  'folder',
  'github',
  'gitProtocol',
  'http',
  'icmp',
  'jmeter',
  'junit',
  'kubernetes',
  'kubernetesResource',
  'ldap',
  'mongodb',
  'mssql',
  'mysql',
  'opensearch',
  'postgres',
  'prometheus',
  'pubsub',
  'redis',
  'restic',
  's3',
  'namespace',
  'pod',
  'tcp',
];

const rank = (key: string) => {
  const found = EXECUTION_ORDER.indexOf(key);
  return found < 0 ? EXECUTION_ORDER.length : found;
};

/** The types sorted by the order in which their checks run. */
export function inExecutionOrder<T extends { key: string }>(types: readonly T[]): T[] {
  return types.toSorted((a, b) => rank(a.key) - rank(b.key));
}
