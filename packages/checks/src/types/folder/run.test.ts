import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { folderCheck } from './index.ts';
import type { FolderDetail } from './judge.ts';
import { backendOf } from './run.ts';
import { type FolderSpec, folderSchema } from './schema.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR = 3600;
let root: string;

async function put(name: string, size: number, ageSeconds: number): Promise<void> {
  const path = join(root, name);
  await writeFile(path, 'x'.repeat(size));
  await utimes(path, NOW / 1000 - ageSeconds, NOW / 1000 - ageSeconds);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'qd-folder-'));
  await mkdir(join(root, 'nested/deeper'), { recursive: true });
  await mkdir(join(root, 'empty'));
  await put('new.zip', 10, 60);
  await put('middle.zip', 2048, 5 * HOUR);
  await put('old.txt', 500, 49 * HOUR);
  await put('nested/inner.zip', 1, 2 * HOUR);
  await put('nested/deeper/last.zip', 1, 2 * HOUR);
  await symlink(join(root, 'nested'), join(root, 'link'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function run(spec: Omit<FolderSpec, 'name' | 'path'> & { path?: string }) {
  const parsed = folderSchema.parse({ name: 'files', path: root, ...spec });
  const outcome = await folderCheck.run(createTestContext(parsed, { clock: createManualClock(NOW) }));
  if (Array.isArray(outcome)) throw new Error('one outcome was expected');
  return { ...outcome, detail: outcome.detail as FolderDetail };
}

const names = (detail: FolderDetail) => detail.files.map(({ name }) => name).sort();

describeCheckType(folderCheck, {
  pass: () => ({ name: 'files', path: root, minCount: 3, filter: { minSize: '10b' } }),
  fail: () => ({ name: 'files', path: root, minCount: 100 }),
  invalid: { name: 'files', path: 's3://bucket/prefix', awsConnection: {} },
});

describe('listing', () => {
  it('lists one level without directories, and links as they are', async () => {
    const { pass, detail } = await run({});
    expect(pass).toBe(true);
    expect(names(detail)).toEqual(['link', 'middle.zip', 'new.zip', 'old.txt']);
  });

  it('counts directories, but does not descend, when recursive', async () => {
    expect(names((await run({ recursive: true })).detail)).toEqual([
      'empty',
      'link',
      'middle.zip',
      'nested',
      'new.zip',
      'old.txt',
    ]);
  });

  it('matches patterns over all levels', async () => {
    expect(names((await run({ path: `${root}/**/*.zip` })).detail)).toEqual([
      'inner.zip',
      'last.zip',
      'middle.zip',
      'new.zip',
    ]);
    expect(names((await run({ path: `${root}/*.zip` })).detail)).toEqual(['middle.zip', 'new.zip']);
  });

  it('names the extremes with sizes and times', async () => {
    const { detail } = await run({ filter: { regex: '\\.(zip|txt)$' } });
    expect(detail.newest?.name).toBe('new.zip');
    expect(detail.oldest).toEqual({
      name: 'old.txt',
      size: 500,
      mode: '-rw-r--r--',
      modified: '2026-05-30T11:00:00.000Z',
      is_dir: false,
    });
    expect(detail.smallest?.name).toBe('new.zip');
    expect(detail.largest?.name).toBe('middle.zip');
  });

  it('passes for a folder that does not exist, unless a count says otherwise', async () => {
    const path = join(root, 'nowhere');
    expect(await run({ path })).toMatchObject({ pass: true, detail: { files: [] } });
    expect(await run({ path, minCount: 1 })).toMatchObject({ pass: false, errors: ['too few files 0 < 1'] });
  });

  it('shows the folder itself when nothing is left', async () => {
    const { detail } = await run({ path: join(root, 'empty') });
    expect(detail).toMatchObject({ oldest: { name: 'empty', is_dir: true }, size: -1, availableSize: -1, files: [] });
  });

  it('fails when the path cannot be listed', async () => {
    expect(await run({ path: `${root}/${'x'.repeat(300)}` })).toMatchObject({
      pass: false,
      variables: { errorType: 'listing_error' },
    });
  });
});

describe('filter', () => {
  it.each([
    [{ minAge: '1h' }, ['middle.zip', 'old.txt']],
    [{ maxAge: '6h' }, ['middle.zip', 'new.zip']],
    [{ since: 'now-6h' }, ['middle.zip', 'new.zip']],
    [{ since: '2026-06-01T11:00:00Z' }, ['new.zip']],
    [{ minSize: '1kb' }, ['middle.zip']],
    [{ maxSize: '100b' }, ['new.zip']],
  ])('%j keeps %j', async (filter, expected) => {
    const { detail } = await run({ filter });
    expect(names(detail).filter((name) => name !== 'link')).toEqual(expected);
  });

  it.each([{ minAge: 'soon' }, { since: 'whenever' }, { maxSize: 'big' }, { regex: '(' }])(
    'reports %j',
    async (filter) => {
      expect(await run({ filter })).toMatchObject({ pass: false, variables: { errorType: 'configuration_error' } });
    },
  );
});

describe('tests', () => {
  const zips = { regex: 'zip$' };
  it.each<[string, Partial<FolderSpec>, string]>([
    ['few', { minCount: 3 }, 'too few files 2 < 3'],
    ['many', { maxCount: 1 }, 'too many files 2 > 1'],
    ['new', { minAge: '1h' }, 'new.zip is too new: 1m0s < 1h'],
    ['old', { maxAge: '4h' }, 'middle.zip is too old 5h0m0s > 4h'],
    ['small', { minSize: '11b' }, 'new.zip is too small: 10B < 11b'],
    ['large', { maxSize: '1kb' }, 'middle.zip is too large: 2KB > 1kb'],
    ['free space', { availableSize: '1gb' }, 'available size not supported'],
  ])('fail on what is too %s', async (_, spec, error) => {
    expect(await run({ filter: zips, ...spec })).toMatchObject({ pass: false, errors: [error] });
  });

  it('cut ages to whole hours', async () => {
    expect((await run({ filter: { regex: 'new.zip' }, maxAge: '4m' })).errors).toEqual([
      'new.zip is too old 1m0s > 4m',
    ]);
    expect((await run({ filter: { regex: 'middle.zip' }, maxAge: '5h59m' })).pass).toBe(true);
  });

  it('pass within the limits', async () => {
    expect(
      (await run({ filter: zips, minCount: 2, maxCount: 2, maxAge: '6h', minSize: '10b', maxSize: '2kb' })).pass,
    ).toBe(true);
  });
});

it('tells the places of a path apart', () => {
  const of = (path: string) => backendOf({ name: 'x', path });
  expect([of('s3://b/p'), of('gcs://b'), of('smb://h/s'), of('\\\\h\\s'), of('/var/log')]).toEqual([
    's3',
    'gcs',
    'smb',
    'smb',
    'local',
  ]);
  expect(backendOf({ name: 'x', path: '/in', sftpConnection: { host: 'h' } })).toBe('sftp');
});

it('says that it cannot list other places yet', async () => {
  expect(await run({ path: 's3://bucket/prefix' })).toMatchObject({ pass: false, invalid: true });
});

describe('templates of the filter', () => {
  const filter = { regex: '$(pattern)' };
  const files = async (annotations: Record<string, string>) => {
    const metadata = { name: 'c', namespace: 'default', labels: {}, annotations };
    const render = async (text: string) => text.replace('$(pattern)', 'old');
    const context = createTestContext(folderSchema.parse({ name: 'files', path: root, filter }), {
      clock: createManualClock(NOW),
      canary: { metadata },
      render,
    });
    const outcome = await folderCheck.run(context);
    if (Array.isArray(outcome)) throw new Error('one outcome was expected');
    return (outcome.detail as FolderDetail).files.map(({ name }) => name);
  };

  it('are filled in, unless the annotation says no', async () => {
    expect(await files({})).toEqual(['old.txt']);
    expect(await files({ template: 'false' })).toEqual([]);
  });
});
