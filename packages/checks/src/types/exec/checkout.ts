import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { AppError } from '@quarterdeck/contract';
import type { CheckContext } from '../../engine/types.ts';
import { runProcess } from './process.ts';
import type { Checkout, ExecSpec } from './schema.ts';

type Context = CheckContext<ExecSpec>;

/** A cloned repository. */
export interface CheckedOut {
  /** The folder that holds the files. */
  folder: string;
  /** Address without credentials. */
  git: string;
  commit: string;
}

/** A repository address taken apart: `?ref=` and `?depth=` are ours, a missing scheme is https. */
export interface GitAddress {
  url: string;
  ref: string;
  depth: number;
}

/** Reads a repository address (contract checks §1.5, Git). */
export function parseGitAddress(text: string, branch: string | undefined): GitAddress {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[^/]+@[^/]+:/.test(text) ? text : `https://${text}`;
  const [address = '', query = ''] = withScheme.split('?');
  const parameters = new URLSearchParams(query);
  const depth = Number(parameters.get('depth') ?? 1);
  return {
    url: address,
    ref: parameters.get('ref') ?? branch ?? 'main',
    depth: Number.isInteger(depth) && depth > 0 ? depth : 1,
  };
}

function destinationOf(checkout: Checkout, url: string, workFolder: string): string {
  const name = checkout.destination || createHash('sha256').update(url).digest('hex');
  const path = normalize(isAbsolute(name) ? name.slice(1) : name);
  if (path === '..' || path.startsWith(`..${sep}`)) {
    throw new AppError('DOCUMENT_FIELD', {
      message: 'checkout.destination must stay inside the working folder',
      details: { field: 'checkout.destination' },
    });
  }
  return join(workFolder, path);
}

async function refuseForbiddenHost(context: Context, url: string): Promise<void> {
  const scp = /^[^/]+@([^/:]+):/.exec(url);
  const host = scp?.[1] ?? (URL.canParse(url) ? new URL(url).hostname : '');
  const port = URL.canParse(url) && new URL(url).port ? Number(new URL(url).port) : url.startsWith('http:') ? 80 : 443;
  if (host) await context.egress.resolve(host, port);
}

/** Environment of git: no prompts, no configuration of the host, credentials by a helper that reads the environment. */
function gitEnv(
  context: Context,
  username: string,
  password: string,
  keyFile: string | undefined,
): Record<string, string> {
  return {
    ...context.settings.scriptEnv,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ALLOW_PROTOCOL: 'http:https:ssh:git',
    ...(username || password
      ? {
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'credential.helper',
          GIT_CONFIG_VALUE_0: '!f() { echo "username=$QD_GIT_USERNAME"; echo "password=$QD_GIT_PASSWORD"; }; f',
          QD_GIT_USERNAME: username,
          QD_GIT_PASSWORD: password,
        }
      : {}),
    ...(keyFile
      ? { GIT_SSH_COMMAND: `ssh -i "${keyFile}" -o IdentitiesOnly=yes -o StrictHostKeyChecking=accept-new` }
      : {}),
  };
}

/** Clones the repository of `spec.checkout` below `workFolder`. Throws when git fails; credentials stay out of texts. */
export async function checkOut(
  context: Context,
  checkout: Checkout,
  workFolder: string,
  secretFolder: string,
): Promise<CheckedOut> {
  const record = checkout.connection ? await context.connection(checkout.connection) : undefined;
  const address = parseGitAddress(checkout.url || record?.url || '', checkout.branch ?? record?.properties.ref);
  await refuseForbiddenHost(context, address.url);
  const username = record?.username || (await context.value(checkout.username));
  const password = record?.password || (await context.value(checkout.password));
  const certificate = record?.certificate || (await context.value(checkout.certificate));
  const keyFile = certificate && address.url.startsWith('ssh://') ? join(secretFolder, 'git-key') : undefined;
  if (keyFile) await writeFile(keyFile, `${certificate.trimEnd()}\n`, { mode: 0o600 });

  const folder = destinationOf(checkout, address.url, workFolder);
  await mkdir(folder, { recursive: true });
  const options = { cwd: workFolder, env: gitEnv(context, username, password, keyFile), signal: context.signal };
  const clone = [
    'clone',
    '--quiet',
    '--depth',
    String(address.depth),
    '--branch',
    address.ref,
    '--',
    address.url,
    folder,
  ];
  const cloned = await runProcess('git', clone, options);
  if (cloned.exitCode !== 0) throw new Error(`failed to check out: ${cloned.stderr.trim()}`);
  const head = await runProcess('git', ['rev-parse', 'HEAD'], { ...options, cwd: folder });
  return { folder, git: address.url, commit: head.stdout.trim() };
}
