import type { Canary, CanaryCheck, DocumentError, ErrorCode, WebhookSpec } from '@quarterdeck/contract';
import type { z } from 'zod';
import { allTypes } from '../types/index.ts';
import { canonicaliseKeys } from './canonical-keys.ts';
import { canarySpecSchema, envelopeSchema, fieldPath, issueText } from './document-schema.ts';
import { sanitiseEndpoint } from './result.ts';
import type { CheckType } from './types.ts';
import { type Chunk, parseChunks } from './yaml-chunks.ts';

/** Why a document, or one field of it, could not be used. */
export type DocumentProblem = DocumentError & { line: number };

/** A document that is no canary; handed on as it was written. */
export interface OtherDocument {
  kind: string;
  doc: Record<string, unknown>;
  /** 1-based line on which it begins. */
  line: number;
}

/** What a file held. */
export interface ParsedDocuments {
  canaries: Canary[];
  others: OtherDocument[];
  errors: DocumentProblem[];
}

/** `fileName` is named in problems, and names a canary that has no name. `types` are all known ones by default. */
export interface ParseOptions {
  fileName: string;
  types?: readonly CheckType[];
}

interface Reader {
  chunk: Chunk;
  fileName: string;
  types: readonly CheckType[];
  /** The path of `spec` in the document: empty for a bare spec. */
  root: PropertyKey[];
  problems: DocumentProblem[];
}

type Unnamed = Record<string, unknown>;

function isObject(value: unknown): value is Unnamed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function report(reader: Reader, code: ErrorCode, path: readonly PropertyKey[], message: string): void {
  reader.problems.push({
    file: reader.fileName,
    line: reader.chunk.lineOf(path),
    ...(path.length > 0 ? { field: fieldPath(path) } : {}),
    code,
    message,
  });
}

/** Canonicalises and parses one value; on failure every wrong field is reported. */
function read<T>(reader: Reader, schema: z.ZodType<T>, value: unknown, path: readonly PropertyKey[]): T | null {
  const parsed = schema.safeParse(canonicaliseKeys(schema, value));
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    report(reader, 'DOCUMENT_FIELD', [...path, ...issue.path], issueText(issue));
  }
  return null;
}

/** Gives a check its name: as written, else its description, else its endpoint, else its type. */
function nameCheck(type: CheckType, spec: CanaryCheck['spec'], taken: Set<string>): CanaryCheck['spec'] {
  const endpoint = () => sanitiseEndpoint(type.endpoint(spec));
  const base = spec.name.trim() || spec.description?.trim() || endpoint() || type.type;
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base} (${count})`;
  taken.add(name);
  return { ...spec, name };
}

function readEntry(reader: Reader, type: CheckType, entry: unknown, path: PropertyKey[]): CanaryCheck['spec'] | null {
  if (!isObject(entry)) {
    report(reader, 'DOCUMENT_FIELD', path, `Invalid input: expected a ${type.key} check with its fields`);
    return null;
  }
  const hasName = Object.entries(entry).some(([key, value]) => key.toLowerCase() === 'name' && value !== null);
  const spec = read(reader, type.schema, hasName ? entry : { ...entry, name: '' }, path);
  return spec === null ? null : withSignIn(spec);
}

/** Lays a user name and a password below `authentication` where runners read them (contract screens §13.1). */
function withSignIn(spec: CanaryCheck['spec']): CanaryCheck['spec'] {
  if (!('authentication' in spec) || !isObject(spec.authentication)) return spec;
  const { authentication, ...rest } = spec;
  return { ...rest, ...authentication };
}

/** The value of a spec key, whatever its case, with the spelling that was used. */
function memberOf(spec: Unnamed, names: string[]): [written: string, value: unknown] | null {
  const lower = names.map((name) => name.toLowerCase());
  const written = Object.keys(spec).find((key) => lower.includes(key.toLowerCase()) && spec[key] !== null);
  return written === undefined ? null : [written, spec[written]];
}

/** A check as it was written, with the names that it and others have. */
interface Entry {
  type: CheckType;
  spec: CanaryCheck['spec'];
  path: PropertyKey[];
}

function readEntries(reader: Reader, spec: Unnamed): Entry[] {
  return reader.types.flatMap((type) => {
    if (type.key === 'webhook') return [];
    const member = memberOf(spec, [type.key, ...(type.aliases ?? [])]);
    if (member === null) return [];
    const [written, list] = member;
    if (!Array.isArray(list)) {
      report(reader, 'DOCUMENT_FIELD', [...reader.root, written], 'Invalid input: expected a list of checks');
      return [];
    }
    return list.flatMap((entry, index): Entry[] => {
      const path = [...reader.root, written, index];
      const parsed = readEntry(reader, type, entry, path);
      return parsed === null ? [] : [{ type, spec: parsed, path }];
    });
  });
}

/** Where checks depend on others, each that is named has a name of its own, and each that depends has one (§1.10). */
function checkGraphNames(reader: Reader, entries: readonly Entry[]): void {
  if (entries.every(({ spec }) => !spec.dependsOn?.length)) return;
  const names = new Set<string>();
  for (const { spec, path } of entries) {
    const name = spec.name.trim();
    if (name === '') {
      if (!spec.dependsOn?.length) continue;
      report(reader, 'DOCUMENT_FIELD', [...path, 'dependsOn'], 'a check that depends on others needs a name');
    } else if (names.has(name)) {
      report(reader, 'DOCUMENT_FIELD', [...path, 'name'], `duplicate check name "${name}"`);
    }
    names.add(name);
  }
}

function readChecks(reader: Reader, spec: Unnamed): CanaryCheck[] {
  const entries = readEntries(reader, spec);
  checkGraphNames(reader, entries);
  const taken = new Map<CheckType, Set<string>>();
  return entries.map(({ type, spec: written }) => {
    const names = taken.get(type) ?? new Set();
    taken.set(type, names);
    return { type: type.type, spec: nameCheck(type, written, names) };
  });
}

function readWebhook(reader: Reader, spec: Unnamed): WebhookSpec | null {
  const type = reader.types.find((candidate) => candidate.key === 'webhook');
  const member = memberOf(spec, ['webhook']);
  if (type === undefined || member === null) return null;
  const parsed = readEntry(reader, type, member[1], [...reader.root, member[0]]);
  return parsed === null ? null : nameCheck(type, parsed, new Set());
}

/** The name of a canary that has none: the file's, without folder, extension and underscores. */
function nameOfFile(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? '';
  return base.replace(/\.[^.]*$/, '').replaceAll('_', '') || 'canary';
}

/** Leaves out the members that are not there, as exact optional members are read by `in`. */
function given<T extends Unnamed>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function readCanary(reader: Reader, envelope: z.output<typeof envelopeSchema>, rawSpec: Unnamed): Canary | null {
  const found = reader.problems.length;
  const spec = read(reader, canarySpecSchema, rawSpec, reader.root);
  const checks = readChecks(reader, rawSpec);
  const webhook = readWebhook(reader, rawSpec);
  if (reader.problems.length > found || spec === null) return null;
  if (checks.length === 0 && webhook === null) return null;
  const { metadata } = envelope;
  const { interval, replicas = 1, env = {}, schedule, ...rest } = spec;
  const effective = schedule?.trim() || (interval ? `@every ${interval}s` : undefined);
  return {
    metadata: {
      ...given({ uid: metadata?.uid || undefined }),
      name: metadata?.name || nameOfFile(reader.fileName),
      namespace: metadata?.namespace || 'default',
      labels: metadata?.labels ?? {},
      annotations: metadata?.annotations ?? {},
    },
    ...given({ ...rest, schedule: effective, webhook: webhook ?? undefined }),
    replicas,
    env,
    checks,
    rawSpec,
  };
}

function readChunk(reader: Reader, result: ParsedDocuments): void {
  const { chunk } = reader;
  for (const { line, message } of chunk.errors) {
    reader.problems.push({ file: reader.fileName, line, code: 'DOCUMENT_SYNTAX', message });
  }
  if (chunk.errors.length > 0) return;
  if (!isObject(chunk.value)) {
    report(reader, 'DOCUMENT_SYNTAX', [], 'expected a document with fields such as kind and spec');
    return;
  }
  const envelope = read(reader, envelopeSchema, chunk.value, []);
  if (envelope === null) return;
  const kind = typeof envelope.kind === 'string' ? envelope.kind : '';
  if (kind !== '' && kind.toLowerCase() !== 'canary') {
    result.others.push({ kind, doc: chunk.value, line: chunk.lineOf([]) });
    return;
  }
  const [specKey] = memberOf(chunk.value, ['spec']) ?? [];
  const attempts: [PropertyKey[], unknown][] = [
    [specKey === undefined ? [] : [specKey], envelope.spec],
    [[], chunk.value],
  ];
  for (const [root, spec] of attempts) {
    reader.root = root;
    const canary = isObject(spec) ? readCanary(reader, envelope, spec) : null;
    if (canary !== null) result.canaries.push(canary);
    if (canary !== null || reader.problems.length > 0) return;
  }
  report(
    reader,
    'DOCUMENT_EMPTY',
    specKey === undefined ? [] : [specKey],
    'the document defines no check and no webhook',
  );
}

/**
 * Reads a file of documents (contract checks §1.1–1.4): canaries, parsed with their checks in execution order, and
 * documents of other kinds as they are. Keys match without case, unknown ones are ignored, JSON is YAML. A document
 * with any problem is left out and does not touch the others; every problem names file, line and field.
 */
export function parseDocuments(text: string, options: ParseOptions): ParsedDocuments {
  const result: ParsedDocuments = { canaries: [], others: [], errors: [] };
  for (const chunk of parseChunks(text)) {
    const problems: DocumentProblem[] = [];
    const { fileName, types = allTypes } = options;
    readChunk({ chunk, fileName, types, root: [], problems }, result);
    result.errors.push(...problems);
  }
  return result;
}
