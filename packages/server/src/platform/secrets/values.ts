import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import type { Documents, OtherDocument } from '../documents/types.ts';
import type { ValueSources } from './types.ts';

/** Values are remembered this long (contract checks §1.5). */
const CACHE_MS = 5 * 60_000;
const SEGMENT = /^[A-Za-z0-9_][\w.-]*$/;

/** What value sources are made of. `secretsDir` holds files `<namespace>/<name>/<key>`; null when there is none. */
export interface ValueSourcesOptions {
  documents: Pick<Documents, 'current' | 'onChange'>;
  secretsDir: string | null;
  clock: Clock;
}

interface KeyRef {
  kind: 'Secret' | 'ConfigMap';
  namespace: string;
  name: string;
  key: string;
}

/** The value sources of a server without a cluster: documents of the configuration folder, then files. */
export function createValueSources(options: ValueSourcesOptions): ValueSources {
  const cache = new Map<string, { value: Promise<string>; atMs: number }>();
  options.documents.onChange(() => cache.clear());

  async function read(ref: KeyRef): Promise<string> {
    const written = options.documents
      .current()
      .others.filter((document) => isNamed(document, ref))
      .map((document) => documentValue(document, ref.key))
      .find((value) => value !== null);
    return written ?? (await readSecretFile(options.secretsDir, ref)) ?? fail(ref);
  }

  function cached(ref: KeyRef): Promise<string> {
    const id = JSON.stringify([ref.kind, ref.namespace, ref.name, ref.key]);
    const known = cache.get(id);
    const nowMs = options.clock.now();
    if (known !== undefined && nowMs - known.atMs < CACHE_MS) return known.value;
    const value = read(ref);
    cache.set(id, { value, atMs: nowMs });
    value.catch(() => cache.delete(id));
    return value;
  }

  return {
    async value(namespace, source) {
      if (source === undefined) return '';
      if (source.value !== undefined && source.value !== '') return source.value;
      const { secretKeyRef, configMapKeyRef, helmRef, serviceAccount } = source.valueFrom ?? {};
      if (secretKeyRef !== undefined) return cached({ kind: 'Secret', namespace, ...secretKeyRef });
      if (configMapKeyRef !== undefined) return cached({ kind: 'ConfigMap', namespace, ...configMapKeyRef });
      if (helmRef !== undefined) throw needsCluster(`helm release ${helmRef.name}`);
      if (serviceAccount !== undefined && serviceAccount !== '')
        throw needsCluster(`service account ${serviceAccount}`);
      return '';
    },
    async text(namespace, spelled) {
      const [, scheme = '', name = '', key = ''] = /^([a-z]+):\/\/([^/]+)(?:\/(.+))?$/.exec(spelled) ?? [];
      if (scheme === 'serviceaccount') throw needsCluster(`service account ${name}`);
      if (key === '') return spelled;
      if (scheme === 'secret') return cached({ kind: 'Secret', namespace, name, key });
      if (scheme === 'configmap') return cached({ kind: 'ConfigMap', namespace, name, key });
      if (scheme === 'helm') throw needsCluster(`helm release ${name}`);
      return spelled;
    },
  };
}

function isNamed(document: OtherDocument, { kind, namespace, name }: KeyRef): boolean {
  return (
    document.kind.toLowerCase() === kind.toLowerCase() && document.namespace === namespace && document.name === name
  );
}

/** The key of a secret or config map: texts as they are, `data` of a secret and `binaryData` from base64. */
function documentValue({ kind, content }: OtherDocument, key: string): string | null {
  const isSecret = kind.toLowerCase() === 'secret';
  const plain = member(isSecret ? content.stringData : content.data, key);
  if (plain !== null) return plain;
  const encoded = member(isSecret ? content.data : content.binaryData, key);
  return encoded === null ? null : Buffer.from(encoded, 'base64').toString('utf8');
}

function member(map: unknown, key: string): string | null {
  if (typeof map !== 'object' || map === null || !Object.hasOwn(map, key)) return null;
  const value: unknown = Reflect.get(map, key);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A file's text without the line end that editors add. */
async function readSecretFile(folder: string | null, { namespace, name, key }: KeyRef): Promise<string | null> {
  if (folder === null || ![namespace, name, key].every((segment) => SEGMENT.test(segment))) return null;
  const text = await readFile(join(folder, namespace, name, key), 'utf8').catch(() => null);
  return text?.replace(/\r?\n$/, '') ?? null;
}

function fail({ kind, namespace, name, key }: KeyRef): never {
  const what = kind === 'Secret' ? 'secret' : 'config map';
  throw new AppError('VALUE_NOT_FOUND', {
    message: `${what} ${namespace}/${name} has no key ${key}, or does not exist`,
  });
}

function needsCluster(what: string): AppError {
  return new AppError('VALUE_NOT_FOUND', { message: `${what}: Kubernetes is not configured` });
}
