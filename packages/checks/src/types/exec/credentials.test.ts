import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { connectionEnv } from './credentials.ts';
import { type ExecSpec, execSchema } from './schema.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-credentials-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const env = (connections: ExecSpec['connections'], options?: TestContextOptions) =>
  connectionEnv(createTestContext(execSchema.parse({ name: 'x', script: 'true', connections }), options), folder);
const inFolder = (name: string) => readFile(join(folder, name), 'utf8');

describe('connectionEnv', () => {
  it('is empty without connections', async () => {
    expect(await env(undefined)).toEqual({});
    expect(await env({})).toEqual({});
  });

  it('writes AWS keys into a file of this user alone, with the token of a session', async () => {
    const aws = { accessKey: { value: 'A' }, secretKey: { value: 'S' }, sessionToken: { value: 'T' }, region: 'eu' };
    expect(await env({ aws })).toEqual({
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'aws-credentials'),
      AWS_DEFAULT_REGION: 'eu',
    });
    expect(await inFolder('aws-credentials')).toBe(
      '[default]\naws_access_key_id = A\naws_secret_access_key = S\naws_session_token = T\n',
    );
    expect((await stat(join(folder, 'aws-credentials'))).mode & 0o777).toBe(0o600);
  });

  it('hands over a GCP account and its project', async () => {
    const connections = { 'connection://gcp': { certificate: '{"type":"service_account"}' } };
    expect(await env({ gcp: { connection: 'connection://gcp', project: 'shop' } }, { connections })).toEqual({
      GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'gcp-credentials.json'),
      CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: join(folder, 'gcp-credentials.json'),
      CLOUDSDK_CONFIG: join(folder, 'gcloud'),
      CLOUDSDK_CORE_PROJECT: 'shop',
    });
    expect(await inFolder('gcp-credentials.json')).toBe('{"type":"service_account"}');
  });

  it('takes a kubeconfig as its text or as a path', async () => {
    expect(await env({ kubernetes: { kubeconfig: { value: '/etc/kube/config' } } })).toEqual({
      KUBECONFIG: '/etc/kube/config',
    });
    expect(await env({ kubernetes: { kubeconfig: { value: 'clusters: []\n' } } })).toEqual({
      KUBECONFIG: join(folder, 'kubeconfig'),
    });
  });

  describe('azure', () => {
    /** A program `az` that notes how it was called. */
    const withAz = async (script: string): Promise<TestContextOptions> => {
      await writeFile(join(folder, 'az'), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder, 'az'), 0o755);
      return {
        settings: { scriptEnv: { PATH: `${folder}:/usr/bin:/bin` } },
        connections: { 'connection://azure': { username: 'app', password: 'hidden', properties: { tenant: 't-1' } } },
      };
    };

    it('logs in with a folder of its own; the secret is no argument', async () => {
      const options = await withAz('echo "$AZURE_CONFIG_DIR $*" > called');
      expect(await env({ azure: { connection: 'connection://azure' } }, options)).toEqual({
        AZURE_CONFIG_DIR: join(folder, 'azure'),
      });
      expect(await inFolder('called')).toBe(
        `${folder}/azure login --service-principal -u app -p @${folder}/azure-secret --tenant t-1\n`,
      );
      expect(await inFolder('azure-secret')).toBe('hidden');
    });

    it('says why it was not let in', async () => {
      const options = await withAz('echo "no such tenant" >&2; exit 1');
      await expect(env({ azure: { connection: 'connection://azure' } }, options)).rejects.toThrow(
        'az login failed: no such tenant',
      );
    });
  });

  it.each([{ eksPodIdentity: true }, { serviceAccount: true }, { fromConfigItem: 'x' }])(
    'refuses %j, which needs a cluster',
    async (connections) => {
      await expect(env(connections)).rejects.toMatchObject({ code: 'VALUE_NOT_FOUND' });
    },
  );

  it('throws when a value does not exist', async () => {
    const secretKey = { valueFrom: { secretKeyRef: { name: 'aws', key: 'secret' } } };
    await expect(env({ aws: { secretKey } })).rejects.toMatchObject({ code: 'VALUE_NOT_FOUND' });
  });
});
