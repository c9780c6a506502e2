import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@quarterdeck/contract';
import type { CheckContext } from '../../engine/types.ts';
import { runProcess } from './process.ts';
import type { ExecSpec } from './schema.ts';

type Context = CheckContext<ExecSpec>;
type Connections = NonNullable<ExecSpec['connections']>;

/** Writes a file that only this user can read and returns its path. */
async function secretFile(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

async function stored(context: Context, reference: string | undefined) {
  return reference ? context.connection(reference) : undefined;
}

async function awsEnv(context: Context, aws: NonNullable<Connections['aws']>, folder: string) {
  const record = await stored(context, aws.connection);
  const accessKey = record?.username || (await context.value(aws.accessKey));
  const secretKey = record?.password || (await context.value(aws.secretKey));
  const session = await context.value(aws.sessionToken);
  const region = aws.region || record?.properties.region || '';
  const lines = ['[default]', `aws_access_key_id = ${accessKey}`, `aws_secret_access_key = ${secretKey}`];
  if (session) lines.push(`aws_session_token = ${session}`);
  return {
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SHARED_CREDENTIALS_FILE: await secretFile(folder, 'aws-credentials', `${lines.join('\n')}\n`),
    ...(region ? { AWS_DEFAULT_REGION: region } : {}),
  };
}

async function gcpEnv(context: Context, gcp: NonNullable<Connections['gcp']>, folder: string) {
  const record = await stored(context, gcp.connection);
  const credentials = record?.certificate || (await context.value(gcp.credentials));
  const file = await secretFile(folder, 'gcp-credentials.json', credentials);
  return {
    GOOGLE_APPLICATION_CREDENTIALS: file,
    // gcloud takes the account from this file without being logged in before.
    CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: file,
    CLOUDSDK_CONFIG: join(folder, 'gcloud'),
    ...(gcp.project ? { CLOUDSDK_CORE_PROJECT: gcp.project } : {}),
  };
}

async function azureEnv(context: Context, azure: NonNullable<Connections['azure']>, folder: string) {
  const record = await stored(context, azure.connection);
  const client = record?.username || (await context.value(azure.clientID));
  const secret = record?.password || (await context.value(azure.clientSecret));
  const tenant = azure.tenantID || record?.properties.tenant || '';
  const env = { ...context.settings.scriptEnv, AZURE_CONFIG_DIR: join(folder, 'azure') };
  const passwordFile = await secretFile(folder, 'azure-secret', secret);
  // The secret goes through a file: arguments can be read by every process of the machine.
  const args = ['login', '--service-principal', '-u', client, '-p', `@${passwordFile}`, '--tenant', tenant];
  const { exitCode, stderr } = await runProcess('az', args, { cwd: folder, env, signal: context.signal });
  if (exitCode !== 0) throw new Error(`az login failed: ${stderr.trim()}`);
  return { AZURE_CONFIG_DIR: env.AZURE_CONFIG_DIR };
}

async function kubernetesEnv(context: Context, cluster: NonNullable<Connections['kubernetes']>, folder: string) {
  const record = await stored(context, cluster.connection);
  const kubeconfig = record?.certificate || (await context.value(cluster.kubeconfig));
  const isPath = kubeconfig.startsWith('/') && !kubeconfig.includes('\n');
  return { KUBECONFIG: isPath ? kubeconfig : await secretFile(folder, 'kubeconfig', kubeconfig) };
}

/**
 * Environment for the connections of an exec check; credentials are written into `folder`, which the caller removes.
 * Throws when a connection or a value does not exist, or when a kind is asked for that needs a cluster or a catalog.
 */
export async function connectionEnv(context: Context, folder: string): Promise<Record<string, string>> {
  const { aws, gcp, azure, kubernetes, eksPodIdentity, serviceAccount, fromConfigItem } =
    context.spec.connections ?? {};
  if (eksPodIdentity || serviceAccount || fromConfigItem) {
    throw new AppError('VALUE_NOT_FOUND', {
      message: 'this connection needs a Kubernetes cluster, and none is configured',
    });
  }
  return {
    ...(aws ? await awsEnv(context, aws, folder) : {}),
    ...(gcp ? await gcpEnv(context, gcp, folder) : {}),
    ...(azure ? await azureEnv(context, azure, folder) : {}),
    ...(kubernetes ? await kubernetesEnv(context, kubernetes, folder) : {}),
  };
}
