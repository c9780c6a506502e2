/** Why a type has no runner: it may come, it was taken out of the reference, or it never had one. */
export type Absence = 'planned' | 'removed' | 'never';

/** A type that documents may use although nothing runs it here (contract checks §1.3). */
export interface UnavailableType {
  key: string;
  /** Stored type when it is not the key. */
  type?: string;
  aliases?: string[];
  title: string;
  icon: string;
  absence: Absence;
  /** Its fields beside those of every check, in the notation of `shapeOf`, so that keys are found whatever their case. */
  fields: string;
}

/** An EnvVar (contract checks §1.5). */
const VALUE =
  '{name value valueFrom{secretKeyRef{name key} configMapKeyRef{name key} helmRef{name key} serviceAccount fieldRef{fieldPath}}}';
const SELECTOR =
  '{agent scope cache search limit includeDeleted id name namespace tagSelector labelSelector fieldSelector health types statuses}';
const CONNECTION = `connection url username${VALUE} password${VALUE}`;
const AWS = `connection accessKey${VALUE} secretKey${VALUE} sessionToken${VALUE} assumeRole region endpoint skipTLSVerify`;
const GCP = `connection endpoint credentials${VALUE} skipTLSVerify project`;
const KUBERNETES = `connection kubeconfig${VALUE} eks{${AWS} cluster} gke{${GCP} cluster zone} cnrm{gke{${GCP} cluster zone} clusterResource clusterResourceNamespace}`;
const RETRIES = '{delay timeout interval maxRetries disabled}';
const POD =
  'spec scheduleTimeout readyTimeout httpTimeout deleteTimeout ingressTimeout httpRetryInterval deadline port path ingressName ingressHost ingressClass expectedContent expectedHttpStatuses priorityClass';

/** Contract checks §2 names the fields. */
export const unavailableTypes: UnavailableType[] = [
  {
    key: 'awsConfig',
    type: 'awsconfig',
    title: 'AWS Config',
    icon: 'aws',
    absence: 'planned',
    fields: `${AWS} query aggregatorName`,
  },
  {
    key: 'awsConfigRule',
    type: 'awsconfigrule',
    title: 'AWS Config rule',
    icon: 'aws',
    absence: 'planned',
    fields: `${AWS} rules ignoreRules complianceTypes`,
  },
  {
    key: 'azureDevops',
    type: 'azuredevops',
    title: 'Azure DevOps',
    icon: 'azure-devops',
    absence: 'planned',
    fields: `organization project pipeline personalAccessToken${VALUE} connection variables branch thresholdMillis`,
  },
  {
    key: 'cloudwatch',
    title: 'CloudWatch',
    icon: 'aws-cloudwatch',
    absence: 'planned',
    fields: `${AWS} alarms alarmPrefix actionPrefix state`,
  },
  { key: 'catalog', title: 'Catalog', icon: 'catalog', absence: 'planned', fields: `selector${SELECTOR}` },
  {
    key: 'databaseBackup',
    type: 'databasebackupcheck',
    title: 'Database backup',
    icon: 'gcp',
    absence: 'planned',
    fields: `gcp{project instance gcpConnection{${GCP}}} maxAge`,
  },
  {
    key: 'dynatrace',
    title: 'Dynatrace',
    icon: 'dynatrace',
    absence: 'planned',
    fields: `scheme host apiKey${VALUE} connection`,
  },
  {
    key: 'elasticsearch',
    title: 'Elasticsearch',
    icon: 'elasticsearch',
    absence: 'planned',
    fields: `${CONNECTION} index query results`,
  },
  {
    key: 'opensearch',
    title: 'OpenSearch',
    icon: 'opensearch',
    absence: 'planned',
    fields: `${CONNECTION} index query results`,
  },
  {
    key: 'jmeter',
    title: 'JMeter',
    icon: 'jmeter',
    absence: 'planned',
    fields: `jmx${VALUE} host port properties systemProperties responseDuration`,
  },
  {
    key: 'kubernetes',
    title: 'Kubernetes',
    icon: 'kubernetes',
    absence: 'planned',
    fields: `${KUBERNETES} apiVersion kind namespaceSelector${SELECTOR} resource${SELECTOR} ignore healthy ready`,
  },
  {
    key: 'kubernetesResource',
    type: 'kubernetes_resource',
    title: 'Kubernetes resource',
    icon: 'kubernetes',
    absence: 'planned',
    fields: `${KUBERNETES} resources staticResources checks checkRetries${RETRIES} clearResources waitFor{expr disable delete timeout interval}`,
  },
  {
    key: 'ldap',
    title: 'LDAP',
    icon: 'ldap',
    absence: 'planned',
    fields: `${CONNECTION} bindDN userSearch skipTLSVerify`,
  },
  { key: 'mongodb', aliases: ['mongo'], title: 'MongoDB', icon: 'mongo', absence: 'planned', fields: CONNECTION },
  {
    key: 'mssql',
    title: 'SQL Server',
    icon: 'sqlserver',
    absence: 'planned',
    fields: `${CONNECTION} query results timeout`,
  },
  {
    key: 'pubsub',
    title: 'Pub/Sub',
    icon: 'pubsub',
    absence: 'planned',
    fields: `sqs{${AWS} queue waitTime} pubsub{${GCP} project_id subscription} rabbitmq{${CONNECTION} host queue} memory{queue} kafka{brokers topic group} nats{${CONNECTION} subject queue}`,
  },
  {
    key: 'restic',
    title: 'Restic',
    icon: 'restic',
    absence: 'planned',
    fields: `repository password${VALUE} connection awsConnectionName accessKey${VALUE} secretKey${VALUE} maxAge checkIntegrity caCert`,
  },
  {
    key: 's3',
    title: 'S3',
    icon: 's3',
    absence: 'planned',
    fields: `${AWS} bucketName bucket objectPath storageClass usePathStyle`,
  },
  { key: 'pod', title: 'Pod', icon: 'pod', absence: 'removed', fields: `${POD} roundRobinNodes` },
  {
    key: 'namespace',
    title: 'Namespace',
    icon: 'namespace',
    absence: 'removed',
    fields: `${POD} namespaceNamePrefix podSpec namespaceLabels namespaceAnnotations`,
  },
  {
    key: 'github',
    title: 'GitHub',
    icon: 'github',
    absence: 'removed',
    fields: `query githubToken${VALUE} connection`,
  },
  {
    key: 'gitProtocol',
    title: 'Git protocol',
    icon: 'git',
    absence: 'removed',
    fields: `repository username${VALUE} password${VALUE} filename`,
  },
  {
    key: 'docker',
    type: 'dockerPull',
    title: 'Docker pull',
    icon: 'docker',
    absence: 'removed',
    fields: `image auth{username${VALUE} password${VALUE}} expectedDigest expectedSize`,
  },
  {
    key: 'dockerPush',
    title: 'Docker push',
    icon: 'docker',
    absence: 'removed',
    fields: `image auth{username${VALUE} password${VALUE}} username${VALUE} password${VALUE}`,
  },
  {
    key: 'containerd',
    type: 'containerdPull',
    title: 'containerd pull',
    icon: 'containerd',
    absence: 'removed',
    fields: `image auth{username${VALUE} password${VALUE}} expectedDigest expectedSize`,
  },
  {
    key: 'containerdPush',
    title: 'containerd push',
    icon: 'containerd',
    absence: 'removed',
    fields: `image auth{username${VALUE} password${VALUE}} username${VALUE} password${VALUE}`,
  },
  {
    key: 'helm',
    title: 'Helm',
    icon: 'helm',
    absence: 'removed',
    fields: `chartmuseum project auth{username${VALUE} password${VALUE}} cafile`,
  },
  {
    key: 'ec2',
    title: 'EC2',
    icon: 'aws-ec2',
    absence: 'never',
    fields: `${AWS} ami userData securityGroup keepAlive waitTime timeOut canaryRef`,
  },
  { key: 'configDB', title: 'Config database', icon: 'catalog', absence: 'never', fields: 'query' },
];
