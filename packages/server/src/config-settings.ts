import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { parseDuration } from '@quarterdeck/kit';
import { z } from 'zod';
import { socialProviders, socialSecrets } from './config-social.ts';

/** What a setting's parser may know of its surroundings: relative paths are resolved against `cwd`. */
export interface SettingContext {
  cwd: string;
  isTty: boolean;
}

/** One setting of the process. The table of them is the only list: the loader and the reference page are made from it. */
export interface Setting<T> {
  /** Name of the environment variable. */
  env: string;
  /** The text used when nothing is set; a function where it depends on the machine. */
  fallback: string | ((context: SettingContext) => string);
  /** How the reference page writes a fallback that depends on the machine. */
  fallbackText?: string;
  /** The value is never repeated in a message. */
  secret?: boolean;
  /** The settings file may hold it as a list or a map of its own; elsewhere it is JSON. */
  structured?: boolean;
  /** What a value may be, for messages and the reference page. */
  expected: string;
  description: string;
  schema: (context: SettingContext) => z.ZodType<T, string>;
}

function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

function durationMs(text: string): number | null {
  const ms = parseDuration(text);
  return ms !== null && ms > 0 ? ms : null;
}

const text = () => z.string();
const list = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
const flag = () =>
  z
    .string()
    .toLowerCase()
    .refine((value) => ['', 'true', 'false', '1', '0', 'yes', 'no', 'on', 'off'].includes(value))
    .transform((value) => ['true', '1', 'yes', 'on'].includes(value));
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) => z.enum(values);
const folder = (context: SettingContext) =>
  z.string().transform((value) => (value === '' ? null : resolve(context.cwd, value)));
const duration = () =>
  z.string().transform((value, issues) => {
    const milliseconds = durationMs(value);
    if (milliseconds !== null) return milliseconds;
    issues.addIssue({ code: 'custom', message: 'not a duration' });
    return z.NEVER;
  });
const url = (protocols: string[]) =>
  z
    .string()
    .refine((value) => value === '' || (URL.canParse(value) && protocols.includes(new URL(value).protocol)))
    .transform((value) => (value === '' ? null : value));

const keys = () => list().refine((found) => found.every((key) => Buffer.from(key, 'base64').length >= 32));

/** Whether a text is an address, or a network as an address and the length of its prefix. */
function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Also the forms that name a socket's folder instead of a host, which are no URLs by the web's rules. */
const postgresUrl = () =>
  z
    .string()
    .regex(/^(postgres(ql)?:\/\/\S+)?$/)
    .transform((value) => (value === '' ? null : value));

/** All settings, in the order of the reference page. The keys are the names in {@link import('./config.ts').Config}. */
export const settings = {
  port: setting({
    env: 'PORT',
    fallback: '8080',
    expected: 'a whole number from 0 to 65535',
    description: 'TCP port of the server. 0 takes a free one.',
    schema: () => whole(0, 65_535),
  }),
  host: setting({
    env: 'HOST',
    fallback: '127.0.0.1',
    expected: 'an address or a host name',
    description: 'Address to listen on. Anything but a loopback address opens the server to the network.',
    schema: () => z.string().regex(/^[\w.:%-]+$/),
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    fallback: '',
    secret: true,
    expected: 'a postgres:// or postgresql:// address, or nothing',
    description: 'PostgreSQL 15 or newer to use instead of the embedded one.',
    schema: () => postgresUrl(),
  }),
  dataDir: setting({
    env: 'QD_DATA_DIR',
    fallback: '.data',
    expected: 'a folder',
    description: 'Where the embedded database and other state are kept.',
    schema: (context) =>
      z
        .string()
        .min(1)
        .transform((value) => resolve(context.cwd, value)),
  }),
  mode: setting({
    env: 'QD_MODE',
    fallback: 'self-hosted',
    expected: 'self-hosted, hosted or standalone',
    description:
      'How users are known: by accounts of their own (`self-hosted`), by a control plane that serves many organisations (`hosted`: this server is the backend of one), or not at all (`standalone`: every caller is the one local administrator).',
    schema: () => oneOf(['self-hosted', 'hosted', 'standalone']),
  }),
  secretKeys: setting({
    env: 'QD_SECRET_KEY',
    fallback: '',
    secret: true,
    expected: 'keys of 32 bytes or more in base64, comma separated, or nothing',
    description:
      'Keys that seal stored secrets; the first seals, all open. Without one a key is made and kept in `QD_DATA_DIR`; nodes on one database need the same.',
    schema: () => keys(),
  }),
  registration: setting({
    env: 'QD_REGISTRATION',
    fallback: 'false',
    expected: 'true or false',
    description: 'Whether people may make accounts for themselves; otherwise they are invited.',
    schema: () => flag(),
  }),
  socialProviders: setting({
    env: 'QD_OIDC_PROVIDERS',
    fallback: '',
    structured: true,
    expected:
      'a list of `{"id","label","issuer","clientId","scopes"}` as JSON (`scopes` may be left out; the issuer is https://, or http:// on loopback), or nothing',
    description:
      'Places whose accounts people may sign in with, by OpenID Connect, in the order of their buttons. Each is given `<public address>/api/.ory/self-service/methods/oidc/callback/<id>` as its redirect address.',
    schema: () => socialProviders(),
  }),
  socialSecrets: setting({
    env: 'QD_OIDC_SECRETS',
    fallback: '',
    secret: true,
    structured: true,
    expected: 'client secrets by the id of their provider, as a JSON map, or nothing',
    description: 'Client secrets of `QD_OIDC_PROVIDERS`. A provider without one is a public client.',
    schema: () => socialSecrets(),
  }),
  identityUrl: setting({
    env: 'QD_IDENTITY_URL',
    fallback: '',
    expected: 'an http:// or https:// address, or nothing',
    description:
      'Public API of a Kratos service that knows the people of `self-hosted` mode, instead of the one inside of this server. Never its admin API.',
    schema: () => url(['http:', 'https:']),
  }),
  identityAdminUrl: setting({
    env: 'QD_IDENTITY_ADMIN_URL',
    fallback: '',
    // It holds none; what was given by mistake is not told.
    secret: true,
    expected: 'an http:// or https:// address without a user, or nothing',
    description:
      'Administration API of the service of `QD_IDENTITY_URL`: people are invited, changed and removed there. Only this server has to reach it. Without it that is done at the service itself.',
    schema: () => url(['http:', 'https:']).refine((value) => value === null || !/^[^/]*\/\/[^/]*@/.test(value)),
  }),
  adminEmail: setting({
    env: 'QD_ADMIN_EMAIL',
    fallback: '',
    expected: 'an address, or nothing',
    description:
      'Makes the first administrator at the start instead of by the address that the terminal shows. Never touched again.',
    schema: () => z.string().regex(/^([^\s@]+@[^\s@]+)?$/),
  }),
  adminPassword: setting({
    env: 'QD_ADMIN_PASSWORD',
    fallback: '',
    secret: true,
    expected: 'a password of 12 characters or more, or nothing',
    description: 'Password of the first administrator; without one it is made and shown once.',
    schema: () => z.string().refine((value) => value === '' || [...value].length >= 12),
  }),
  breachUrl: setting({
    env: 'QD_BREACH_URL',
    fallback: 'https://api.pwnedpasswords.com/range/',
    expected: 'an http:// or https:// address that ends in a slash, or off',
    description:
      'List of breached passwords that new ones are compared with by the first five digits of their hash. Without it, and `off`, the bundled list alone is used.',
    schema: () =>
      z
        .string()
        .refine((value) => value === 'off' || (/^https?:\/\/.+\/$/.test(value) && URL.canParse(value)))
        .transform((value) => (value === 'off' ? null : value)),
  }),
  smtpUrl: setting({
    env: 'QD_SMTP_URL',
    fallback: '',
    secret: true,
    expected: 'smtp://user:password@host:port, smtps:// for TLS from the start, or nothing',
    description: 'Mail server. Without it mails stay in the outbox, where administrators can read them.',
    schema: () => url(['smtp:', 'smtps:']),
  }),
  mailFrom: setting({
    env: 'QD_MAIL_FROM',
    fallback: 'Quarterdeck <no-reply@localhost>',
    expected: 'an address, or a name with an address in angle brackets',
    description: 'Sender of mails.',
    schema: () => z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/),
  }),
  trustedProxies: setting({
    env: 'QD_TRUSTED_PROXIES',
    fallback: '',
    expected: 'a comma separated list of addresses and networks (CIDR)',
    description: 'Proxies whose `X-Forwarded-For` tells the address of a caller; that of nobody else is read.',
    schema: () => list().refine((found) => found.every(isNetwork)),
  }),
  tenantIssuer: setting({
    env: 'QD_TENANT_ISSUER',
    fallback: '',
    expected: 'an http:// or https:// address, or nothing',
    description: 'Address of the control plane whose tokens this backend takes. Needed where `QD_MODE` is `hosted`.',
    schema: () => url(['http:', 'https:']),
  }),
  tenantOrganization: setting({
    env: 'QD_TENANT_ORG_ID',
    fallback: '',
    expected: 'the id of an organisation, or nothing',
    description: 'The one organisation that this backend serves. Needed where `QD_MODE` is `hosted`.',
    schema: () => text(),
  }),
  tenantKeySetUrl: setting({
    env: 'QD_TENANT_JWKS_URL',
    fallback: '',
    expected: 'an http:// or https:// address, or nothing',
    description: 'Where the public keys of the control plane are; by default `/cp/auth/jwks` of `QD_TENANT_ISSUER`.',
    schema: () => url(['http:', 'https:']),
  }),
  tenantAllowedOrigins: setting({
    env: 'QD_TENANT_ALLOWED_ORIGINS',
    fallback: '',
    expected: 'a comma separated list of origins',
    description:
      'Consoles whose tokens are taken and whose pages may call this backend; by default that of `QD_TENANT_ISSUER`.',
    schema: () => list().refine((found) => found.every((origin) => URL.parse(origin)?.origin === origin)),
  }),
  configDir: setting({
    env: 'QD_CONFIG_DIR',
    fallback: '',
    expected: 'a folder, or nothing',
    description: 'Folder of YAML or JSON documents that are applied and watched.',
    schema: folder,
  }),
  propertiesFile: setting({
    env: 'QD_PROPERTIES_FILE',
    fallback: '',
    expected: 'a file, or nothing',
    description: 'File of `name=value` lines: properties and feature flags that the console cannot change.',
    schema: folder,
  }),
  logLevel: setting({
    env: 'QD_LOG_LEVEL',
    fallback: 'info',
    expected: 'debug, info, warn, error or silent',
    description: 'Least severe message that is logged.',
    schema: () => oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  logFormat: setting({
    env: 'QD_LOG_FORMAT',
    fallback: (context) => (context.isTty ? 'pretty' : 'json'),
    fallbackText: 'pretty on a terminal, else json',
    expected: 'json or pretty',
    description: 'Form of a log line.',
    schema: () => oneOf(['json', 'pretty']),
  }),
  nodeName: setting({
    env: 'QD_NODE_NAME',
    fallback: () => hostname(),
    fallbackText: 'the host name',
    expected: 'a name',
    description: 'Name of this node among several on one database.',
    schema: () => text().min(1),
  }),
  runnerName: setting({
    env: 'QD_RUNNER_NAME',
    fallback: 'local',
    expected: 'a name',
    description: 'Name of the runner in answers of the health API.',
    schema: () => text().min(1),
  }),
  publicEndpoint: setting({
    env: 'QD_PUBLIC_ENDPOINT',
    fallback: '',
    expected: 'an http:// or https:// address, or nothing',
    description: 'Address under which people reach this server; its host is trusted.',
    schema: () => url(['http:', 'https:']),
  }),
  docsUrl: setting({
    env: 'QD_DOCS_URL',
    fallback: '',
    expected: 'an http:// or https:// address, or nothing',
    description:
      'Documentation that the help menu leads to, such as your runbooks. Without it the menu has no such entry.',
    schema: () => url(['http:', 'https:']),
  }),
  keyDomain: setting({
    env: 'QD_WEBAUTHN_RP_ID',
    fallback: '',
    expected: 'a domain, or nothing',
    description:
      'Domain that security keys and passkeys are bound to: the host of `QD_PUBLIC_ENDPOINT` unless it is set, or a domain above that host. Keys that were added under another domain do not work any more.',
    schema: () =>
      z
        .string()
        .regex(/^([a-z0-9-]+(\.[a-z0-9-]+)*)?$/)
        .transform((value) => (value === '' ? null : value)),
  }),
  secretsDir: setting({
    env: 'QD_SECRETS_DIR',
    fallback: '',
    expected: 'a folder, or nothing',
    description: 'Folder of secret values, one file per value: `<namespace>/<name>/<key>`.',
    schema: folder,
  }),
  kubernetesHost: setting({
    env: 'KUBERNETES_SERVICE_HOST',
    fallback: '',
    expected: 'an address or a host name, or nothing',
    description:
      'API server of the cluster that this server runs in, which people reach with a downloaded kubeconfig. A cluster sets it in each of its pods.',
    schema: () => z.string().regex(/^[\w.:-]*$/),
  }),
  kubernetesPort: setting({
    env: 'KUBERNETES_SERVICE_PORT',
    fallback: '443',
    expected: 'a whole number from 1 to 65535',
    description: 'Port of that API server, by TLS. A cluster sets it in each of its pods.',
    schema: () => whole(1, 65_535),
  }),
  kubernetesAccountDir: setting({
    env: 'QD_KUBERNETES_ACCOUNT_DIR',
    fallback: '/var/run/secrets/kubernetes.io/serviceaccount',
    expected: 'a folder',
    description: "Folder of the pod's service account: its `token` and the `ca.crt` of the cluster.",
    schema: folder,
  }),
  egressPrivate: setting({
    env: 'QD_EGRESS_PRIVATE',
    fallback: 'allow',
    expected: 'allow or deny',
    description: 'Whether checks may reach private and loopback addresses.',
    schema: () => oneOf(['allow', 'deny']),
  }),
  egressAllow: setting({
    env: 'QD_EGRESS_ALLOW',
    fallback: '',
    expected: 'a comma separated list of networks (CIDR), addresses and host names (`*.` for all below)',
    description: 'Destinations that checks may reach although `QD_EGRESS_PRIVATE` is `deny`.',
    schema: () => list(),
  }),
  egressDeny: setting({
    env: 'QD_EGRESS_DENY',
    fallback: '',
    expected: 'a comma separated list of networks (CIDR), addresses and host names (`*.` for all below)',
    description: 'Destinations that are never reached; wins over the allow list.',
    schema: () => list(),
  }),
  exec: setting({
    env: 'QD_EXEC',
    fallback: 'config-dir',
    expected: 'config-dir, all or off',
    description: 'Which documents may run scripts on this host.',
    schema: () => oneOf(['config-dir', 'all', 'off']),
  }),
  execAllowedEnvs: setting({
    env: 'QD_EXEC_ALLOWED_ENVS',
    fallback: '',
    expected: 'a comma separated list of names',
    description: 'Environment variables that scripts see beside the fixed list.',
    schema: () => list(),
  }),
  prometheusUrl: setting({
    env: 'QD_PROMETHEUS_URL',
    fallback: '',
    secret: true,
    expected: 'an http:// or https:// address, or nothing',
    description: 'Server of prometheus checks that name none.',
    schema: () => url(['http:', 'https:']),
  }),
  metricLabelsAllowlist: setting({
    env: 'QD_METRIC_LABELS_ALLOWLIST',
    fallback: '',
    expected: 'a comma separated list of label names',
    description: 'Labels of checks that become labels of their metrics.',
    schema: () => list(),
  }),
  defaultWindowMs: setting({
    env: 'QD_DEFAULT_WINDOW',
    fallback: '1h',
    expected: 'a duration such as 30m, 1h or 1d',
    description: 'Window of the health summary when a request names none.',
    schema: () => duration(),
  }),
  corsOrigin: setting({
    env: 'QD_CORS_ORIGIN',
    fallback: '',
    expected: 'an http:// or https:// origin, or nothing',
    description: 'Another origin whose pages may call the API.',
    schema: () => url(['http:', 'https:']),
  }),
  trustedHosts: setting({
    env: 'QD_TRUSTED_HOSTS',
    fallback: '',
    expected: 'a comma separated list of host names',
    description: 'Host names under which the server may be called while it listens on loopback only.',
    schema: () => list(),
  }),
  maxConcurrentChecks: setting({
    env: 'QD_MAX_CONCURRENT_CHECKS',
    fallback: '500',
    expected: 'a whole number from 1 to 10000',
    description: 'How many checks one node runs at a time.',
    schema: () => whole(1, 10_000),
  }),
  hostConcurrency: setting({
    env: 'QD_HOST_CONCURRENCY',
    fallback: '8',
    expected: 'a whole number from 1 to 1000',
    description: 'How many checks one node runs against one host at a time.',
    schema: () => whole(1, 1000),
  }),
  demo: setting({
    env: 'QD_DEMO',
    fallback: 'false',
    expected: 'true or false',
    description: 'Loads the small demonstration world, marked as such on every page.',
    schema: () => flag(),
  }),
};
