import { z } from 'zod';
import type { OtherDocument } from '../documents/types.ts';
import type { ConnectionRecord } from './types.ts';

const keyRef = z.object({ name: z.string(), key: z.string() });
const envVar = z.union([
  z.union([z.string(), z.number(), z.boolean()]).transform((value) => ({ value: String(value) })),
  z.object({
    value: z.coerce.string().optional(),
    valueFrom: z
      .object({
        secretKeyRef: keyRef.optional(),
        configMapKeyRef: keyRef.optional(),
        helmRef: keyRef.optional(),
        serviceAccount: z.string().optional(),
      })
      .optional(),
  }),
]);
const text = envVar.nullish().transform((value) => value ?? { value: '' });
const spec = z.object({
  type: z.string().nullish(),
  url: text,
  username: text,
  password: text,
  certificate: text,
  insecureTls: z.boolean().nullish(),
  insecureTLS: z.boolean().nullish(),
  insecure_tls: z.boolean().nullish(),
  properties: z.record(z.string(), envVar).nullish(),
});

/** What is wrong with a document `kind: Connection`: the first field that cannot be read. Null for all others. */
export function connectionProblem(
  kind: string,
  doc: Record<string, unknown>,
): { field: string; message: string } | null {
  if (kind.toLowerCase() !== 'connection') return null;
  const { metadata } = doc;
  const name = typeof metadata === 'object' && metadata !== null && 'name' in metadata ? metadata.name : undefined;
  if (typeof name !== 'string' || name === '') return { field: 'metadata.name', message: 'a connection needs a name' };
  const issue = spec.safeParse(doc.spec).error?.issues[0];
  return issue ? { field: ['spec', ...issue.path].join('.'), message: issue.message } : null;
}

/** The record of a document `kind: Connection`; null for another kind and for one whose spec cannot be read. */
export function connectionDocument(document: OtherDocument): ConnectionRecord | null {
  if (document.kind.toLowerCase() !== 'connection' || document.name === '') return null;
  const parsed = spec.safeParse(document.content.spec);
  if (!parsed.success) return null;
  const { type, insecureTls, insecureTLS, insecure_tls, properties, ...texts } = parsed.data;
  return {
    id: documentId(document),
    name: document.name,
    namespace: document.namespace,
    type: type ?? '',
    ...texts,
    insecureTls: insecureTls ?? insecureTLS ?? insecure_tls ?? false,
    properties: properties ?? {},
  };
}

function documentId({ content, namespace, name }: OtherDocument): string {
  const { metadata } = content;
  const uid = typeof metadata === 'object' && metadata !== null && 'uid' in metadata ? metadata.uid : undefined;
  return typeof uid === 'string' && uid !== '' ? uid : `${namespace}/${name}`;
}
