import { errorText } from '@quarterdeck/contract';
import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import { compileFilter, type FolderEntry } from './filter.ts';
import { extremes, type FolderDetail, type FolderErrorType, judge, listed } from './judge.ts';
import { type Listing, listLocal } from './local.ts';
import type { FolderFilter, FolderSpec } from './schema.ts';

type Context = CheckContext<FolderSpec>;

/** Which place a path means (contract checks §2.13). */
export function backendOf(spec: FolderSpec): 'local' | 's3' | 'gcs' | 'smb' | 'sftp' {
  if (spec.path.startsWith('s3://')) return 's3';
  if (spec.path.startsWith('gcs://')) return 'gcs';
  if (spec.path.startsWith('smb://') || spec.path.startsWith('\\\\')) return 'smb';
  return spec.sftpConnection ? 'sftp' : 'local';
}

async function renderFilter(context: Context): Promise<FolderFilter> {
  const filter = context.spec.filter ?? {};
  if (context.canary.metadata.annotations.template === 'false') return filter;
  const rendered = await Promise.all(
    Object.entries(filter).map(async ([field, text]) => [field, text && (await context.render(text))] as const),
  );
  return Object.fromEntries(rendered);
}

function failure(errorType: FolderErrorType, error: string, detail?: FolderDetail): CheckOutcome {
  return { pass: false, errors: [error], variables: { errorType }, ...(detail ? { detail } : {}) };
}

function describe(listing: Listing, entries: readonly FolderEntry[]): FolderDetail {
  if (!listing.self) return { files: [] };
  const { oldest, newest, smallest, largest } = extremes(entries);
  if (!oldest || !newest || !smallest || !largest) {
    const self = listed(listing.self);
    return { oldest: self, newest: self, size: -1, availableSize: -1, files: [] };
  }
  return {
    oldest: listed(oldest),
    newest: listed(newest),
    smallest: listed(smallest),
    largest: listed(largest),
    size: 0,
    availableSize: 0,
    files: entries.map(listed),
  };
}

/** Lists a folder of this host and applies filter and tests. */
export async function runFolder(context: Context): Promise<CheckOutcome> {
  const { spec } = context;
  const backend = backendOf(spec);
  if (backend !== 'local') {
    return { ...failure('configuration_error', `folders on ${backend} cannot be listed yet`), invalid: true };
  }
  const nowMs = context.clock.now();
  let matches: (entry: FolderEntry) => boolean;
  try {
    matches = compileFilter(await renderFilter(context), { nowMs, directoriesCount: spec.recursive ?? false });
  } catch (error) {
    return failure('configuration_error', errorText(error));
  }
  let listing: Listing;
  try {
    listing = await listLocal(spec.path, context.signal);
  } catch (error) {
    context.signal.throwIfAborted();
    return failure('listing_error', errorText(error));
  }
  const entries = listing.entries.filter(matches);
  const detail = describe(listing, entries);
  try {
    const { errorType, error } = judge(spec, entries, nowMs);
    return error === '' ? { pass: true, detail, variables: { errorType } } : failure(errorType, error, detail);
  } catch (error) {
    return failure('configuration_error', errorText(error), detail);
  }
}
