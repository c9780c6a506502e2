import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let rows: Rows;
let root: string;
let web: string;
let gone: string;
let scraper: string;

const refresh = (): Promise<Row> => rows.one('select refresh_config_summaries() as written');
const read = (view: string, where = 'true'): Promise<Row[]> => rows.all(`select * from ${view} where ${where}`);
const change = (config: string, age: string, more: Row = {}): Promise<Row> =>
  rows.one(
    `insert into config_changes (config_id, change_type, severity, created_at, source)
      values ($1, $2, $3, now() - $4::interval, 'test') returning *`,
    [config, more.change_type ?? 'diff', more.severity ?? 'info', age],
  );

beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
  ({ id: scraper } = await rows.add('config_scrapers', { name: 'k8s', spec: {}, source: 'UI' }));
  ({ id: root } = await rows.add('config_items', {
    type: 'Kubernetes::Cluster',
    config_class: 'Cluster',
    name: 'root',
    external_id: ['cluster/a'],
    tags: { cluster: 'a', namespace: 'ns1' },
    cost_total_1d: 2,
  }));
  ({ id: web } = await rows.add('config_items', {
    type: 'Kubernetes::Pod',
    config_class: 'Pod',
    name: 'web',
    status: 'Running',
    health: 'healthy',
    scraper_id: scraper,
    path: root,
    parent_id: root,
    labels: { app: 'web', tier: 'front' },
    tags: { cluster: 'a' },
    cost_total_1d: 3,
  }));
  ({ id: gone } = await rows.add('config_items', {
    type: 'AWS::EC2::Instance',
    config_class: 'Instance',
    name: 'gone',
    labels: { app: 'old', region: 'eu', zone: 'eu-1', account: '42' },
    deleted_at: '2026-01-01T00:00:00Z',
  }));
  await rows.all('delete from config_changes');
  for (const age of ['1 day', '2 days', '5 days', '20 days', '40 days']) await change(web, age);
  await change(root, '1 hour', { change_type: 'Scaled' });
  await change(gone, '1 hour', { change_type: '' });
  const insight = { analyzer: 'a', analysis_type: 'security', severity: 'high' };
  await rows.add('config_analysis', { config_id: web, ...insight });
  await rows.add('config_analysis', { config_id: web, ...insight, analyzer: 'b', severity: 'low' });
  await rows.add('config_analysis', {
    config_id: web,
    ...insight,
    analyzer: 'c',
    analysis_type: 'cost',
    status: 'resolved',
  });
  await rows.add('config_analysis', { config_id: gone, ...insight, analyzer: 'd' });
  await refresh();
});
afterAll(() => test.drop());

describe('the summaries', () => {
  it('count changes by window and open insights by type', async () => {
    expect(await rows.one('select * from config_item_counts where config_id = $1', [web])).toEqual({
      config_id: web,
      changes_3d: 2,
      changes_7d: 3,
      changes_30d: 4,
      open_analysis: { security: 2 },
    });
    expect(await rows.one('select * from config_item_summary_30d where config_id = $1', [web])).toEqual({
      config_id: web,
      config_changes_count: 4,
      config_analysis_type_counts: { security: 2 },
    });
    expect(
      (await rows.one('select config_changes_count as n from config_item_summary_3d where config_id = $1', [root])).n,
    ).toBe(1);
  });

  it('follow what is added, resolved and removed with the next refresh, and write nothing else', async () => {
    expect(await refresh()).toEqual({ written: 0 });
    const { id } = await rows.add('config_items', { type: 'T', config_class: 'T', name: 'fresh' });
    expect(await read('configs', `id = '${id}'`)).toMatchObject([{ changes: null, analysis: null }]);
    const added = await change(id, '1 minute');
    const insight = await rows.add('config_analysis', { config_id: id, analyzer: 'x', analysis_type: 'cost' });
    expect(await refresh()).toEqual({ written: 1 });
    expect(await read('configs', `id = '${id}'`)).toMatchObject([{ changes: 1, analysis: { cost: 1 } }]);
    await rows.set('config_analysis', insight.id, { status: 'resolved' });
    await rows.all('delete from config_changes where id = $1', [added.id]);
    expect(await refresh()).toEqual({ written: 1 });
    expect(await read('configs', `id = '${id}'`)).toMatchObject([{ changes: 0, analysis: {} }]);
    await rows.all('delete from config_items where id = $1', [id]);
    await refresh();
    expect(await read('config_item_counts', `config_id = '${id}'`)).toEqual([]);
  });

  it('forget a change when it leaves the window', async () => {
    // As if the change had become three days old since the last count. No trigger hears of it.
    await rows.all(`begin; set local session_replication_role = replica;
      update config_changes set created_at = now() - interval '3 days 1 minute'
        where config_id = '${web}' and created_at > now() - interval '30 hours';
      update config_counts_state set counted_at = now() - interval '5 minutes'; commit`);
    expect(await refresh()).toEqual({ written: 1 });
    expect(await read('config_item_counts', `config_id = '${web}'`)).toMatchObject([{ changes_3d: 1, changes_7d: 3 }]);
  });

  it('are the same when all are counted anew', async () => {
    const before = await rows.all('select * from config_item_counts order by config_id');
    await rows.all('truncate config_item_counts');
    await rows.all('select refresh_config_summaries(true)');
    expect(await rows.all('select * from config_item_counts order by config_id')).toEqual(before);
  });
});

describe('configs', () => {
  it('shows live and deleted items with counts, and neither the document nor the parent', async () => {
    const all = await read('configs');
    expect(all.map(({ name }) => name).sort()).toEqual(['gone', 'root', 'web']);
    const [cluster] = all.filter(({ id }) => id === root);
    expect(cluster).toMatchObject({ namespace: 'ns1', changes: 1, analysis: {}, tags_values: ['a', 'ns1'] });
    expect(Object.keys(cluster ?? {})).not.toContain('config');
  });

  it('of AWS have their labels as columns', async () => {
    expect(await read('config_items_aws')).toMatchObject([{ name: 'gone', region: 'eu', zone: 'eu-1', account: '42' }]);
  });
});

describe('config_detail', () => {
  it('counts what belongs to an item', async () => {
    const playbook = await rows.add('playbooks', { name: 'p', spec: {}, source: 'UI' });
    await rows.add('playbook_runs', { playbook_id: playbook.id, config_id: web, start_time: new Date() });
    await rows.add('playbook_runs', { playbook_id: playbook.id, config_id: web, start_time: '2020-01-01T00:00:00Z' });
    const canary = await rows.add('canaries', { name: 'c', namespace: 'n', spec: {} });
    const check = await rows.add('checks', { name: 'k', type: 'http', canary_id: canary.id });
    const link = { config_id: web, check_id: check.id, canary_id: canary.id };
    await rows.add('check_config_relationships', link);
    await rows.add('check_config_relationships', { ...link, selector_id: 's', deleted_at: new Date() });
    await rows.add('config_relationships', { config_id: web, related_id: gone, relation: 'x', deleted_at: new Date() });
    const [detail] = await read('config_detail', `id = '${web}'`);
    expect(detail).toMatchObject({
      agent_name: 'local',
      parent_id: root,
      scraper: { id: scraper, name: 'k8s' },
      summary: { relationships: 2, analysis: 2, changes: 4, playbook_runs: 1, checks: 1 },
    });
    expect(await read('config_detail', `id = '${root}'`)).toMatchObject([
      { scraper: null, summary: { relationships: 1, analysis: 0, changes: 1, playbook_runs: 0, checks: 0 } },
    ]);
  });
});

describe('lookups', () => {
  it('give distinct values in order, of deleted items too', async () => {
    expect(await read('config_types')).toEqual([
      { type: 'AWS::EC2::Instance' },
      { type: 'Kubernetes::Cluster' },
      { type: 'Kubernetes::Pod' },
    ]);
    expect(await read('config_classes')).toEqual([
      { config_class: 'Cluster' },
      { config_class: 'Instance' },
      { config_class: 'Pod' },
    ]);
    expect(await read('config_statuses')).toEqual([{ status: 'Running' }]);
    expect(await read('analyzer_types')).toEqual([
      { analyzer: 'a' },
      { analyzer: 'b' },
      { analyzer: 'c' },
      { analyzer: 'd' },
    ]);
    expect(await read('analysis_types')).toEqual([{ analysis_type: 'cost' }, { analysis_type: 'security' }]);
    expect(await read('config_analysis_analyzers')).toEqual([{ analyzer: 'a' }, { analyzer: 'b' }, { analyzer: 'd' }]);
    expect((await read('config_names')).map(({ name }) => name).sort()).toEqual(['gone', 'root', 'web']);
  });

  it('of change types have no null', async () => {
    await rows.add('config_changes', { config_id: root, change_type: null });
    expect(await read('change_types')).toEqual([
      { change_type: '' },
      { change_type: 'Scaled' },
      { change_type: 'diff' },
    ]);
    expect(await read('change_types', "change_type <> ''")).toHaveLength(2);
  });

  it('of tags and labels are pairs of live items, their keys of all', async () => {
    expect(await read('config_tags')).toEqual([
      { key: 'cluster', value: 'a' },
      { key: 'namespace', value: 'ns1' },
    ]);
    expect(await read('config_labels')).toEqual([
      { key: 'app', value: 'web' },
      { key: 'tier', value: 'front' },
    ]);
    expect((await read('config_tags_labels_keys')).map(({ key }) => key)).toEqual([
      'tag:cluster',
      'tag:namespace',
      'label:account',
      'label:app',
      'label:region',
      'label:tier',
      'label:zone',
    ]);
  });

  it('have a new pair at once, and lose one with the refresh', async () => {
    const { id } = await rows.add('config_items', {
      type: 'T',
      config_class: 'T',
      name: 'l',
      labels: { app: 'web', color: 'red' },
    });
    expect(await read('config_labels', "key = 'color'")).toEqual([{ key: 'color', value: 'red' }]);
    await rows.set('config_items', id, { labels: { app: 'web', color: 'blue' } });
    expect(await read('config_labels', "key = 'color'")).toEqual([
      { key: 'color', value: 'blue' },
      { key: 'color', value: 'red' },
    ]);
    expect(await rows.one('select refresh_label_pairs() as changed')).toEqual({ changed: 1 });
    expect(await read('config_labels', "key = 'color'")).toEqual([{ key: 'color', value: 'blue' }]);
    await rows.set('config_items', id, { deleted_at: new Date() });
    await rows.all('select refresh_label_pairs()');
    expect(await read('config_labels', "key = 'color'")).toEqual([]);
    expect(await read('config_tags_labels_keys', "key = 'label:color'")).toHaveLength(1);
    await rows.set('config_items', id, { deleted_at: null });
    expect(await read('config_labels', "key = 'color'")).toEqual([{ key: 'color', value: 'blue' }]);
    await rows.all('delete from config_items where id = $1', [id]);
    await rows.all('select refresh_label_pairs()');
    expect(await read('config_tags_labels_keys', "key = 'label:color'")).toEqual([]);
    expect(await rows.one('select refresh_label_pairs() as changed')).toEqual({ changed: 0 });
  });

  it('leave out what is no object, and what is too long for a choice', async () => {
    const { id } = await rows.add('config_items', {
      type: 'T',
      config_class: 'T',
      name: 'odd',
      labels: { long: 'x'.repeat(5000), none: null },
      tags: '["a"]',
    });
    expect(await read('config_labels', "key in ('long', 'none')")).toEqual([]);
    await rows.all('delete from config_items where id = $1', [id]);
  });
});

describe('changes and insights', () => {
  it('know the item they are about', async () => {
    expect(await read('config_analysis_items', "analyzer = 'd'")).toMatchObject([
      { config_type: 'AWS::EC2::Instance', config_class: 'Instance', status: 'open', severity: 'high' },
    ]);
    expect(await read('catalog_changes', "change_type = 'Scaled'")).toMatchObject([
      { name: 'root', type: 'Kubernetes::Cluster', tags: { cluster: 'a' }, deleted_at: null, count: 1 },
    ]);
    expect(await read('config_changes_items', "change_type = ''")).toMatchObject([
      { config_name: 'gone', config_class: 'Instance', config_deleted_at: '2026-01-01T00:00:00+00:00' },
    ]);
  });

  it('are summed by type, class and severity', async () => {
    expect(await read('config_summary', "type like 'Kubernetes%'")).toMatchObject([
      { type: 'Kubernetes::Cluster', analysis: null, changes: 1, total_configs: 1, cost_total_1d: 2 },
      {
        type: 'Kubernetes::Pod',
        analysis: { security: 2 },
        severity: { high: 1, low: 1 },
        changes: 4,
        total_configs: 1,
      },
    ]);
    expect(await read('config_summary', "type like 'AWS%'")).toEqual([]);
    expect(await read('config_class_summary', "config_class = 'Instance'")).toMatchObject([
      { analysis: { security: 1 }, changes: 1, total_configs: 1 },
    ]);
    expect(await read('config_changes_by_types', "type = 'Kubernetes::Pod'")).toEqual([
      { type: 'Kubernetes::Pod', change_count: 4 },
    ]);
    expect(await read('config_analysis_by_severity', "type = 'Kubernetes::Pod' and severity = 'low'")).toMatchObject([
      { analysis_count: 1 },
    ]);
    expect(await read('analysis_by_config', `id = '${web}'`)).toEqual([
      { id: web, analysis: { security: { high: 1, low: 1 } } },
    ]);
  });
});
