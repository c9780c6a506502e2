import type { PropertyRow } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseListSearch, sortOf, withSort } from './address.ts';
import { parseEventsSearch, sortEvents } from './events.ts';
import { flagNames } from './flag-names.ts';
import { findFlags, mergeFlags, parseFlagsSearch, sortFlags } from './flags.ts';
import { jobTabs, readErrors } from './job-details.ts';
import { jobResourceLink, jobStatusMark, jobTitle, runOfFields } from './job-marks.ts';
import { rangeCondition } from './job-range.ts';
import { effectiveJobs, parseJobsSearch, withJobFilters, withJobsChange } from './jobs.ts';
import { refusedFields } from './refusal.ts';
import { oneRowEach, parseResourceListSearch, type ResourceRow } from './resource.ts';
import { canaryResource } from './resources.ts';

describe('the address of the job history', () => {
  it('without filters leaves out successes of the last two days, 150 a page', () => {
    expect(effectiveJobs(parseJobsSearch({}))).toMatchObject({
      filters: { name: {}, resource_type: {}, status: { SUCCESS: -1 } },
      range: { type: 'relative', range: 'now-2d' },
      pageSize: 150,
      pageIndex: 0,
      minMs: null,
    });
    expect(effectiveJobs({}, true)).toMatchObject({ filters: { status: {} }, range: undefined });
  });

  it('reads its own state back, whatever came in', () => {
    const raw = fc.dictionary(
      fc.constantFrom(
        'name',
        'status',
        'resource_type',
        'sortBy',
        'sortOrder',
        'pageIndex',
        'pageSize',
        'runDuration',
        'range',
        'rangeType',
        'job',
      ),
      fc.oneof(
        fc.string(),
        fc.constantFrom('FAILED:1', 'a:1,b:-1', 'now-7d', 'relative', 'status', 'desc', '3', '5m', 'all'),
      ),
    );
    fc.assert(
      fc.property(raw, (parameters) => {
        const search = parseJobsSearch(parameters);
        expect(parseJobsSearch({ ...search })).toEqual(search);
      }),
    );
  });

  it('goes to the first page of the usual size with each filter, and says when nothing is filtered', () => {
    const search = parseJobsSearch({ pageIndex: '3', pageSize: '50', sortBy: 'name', resource_id: 'x' });
    expect(withJobFilters(search, { status: { FAILED: 1 } })).toEqual({
      sortBy: 'name',
      sortOrder: 'asc',
      resource_id: 'x',
      status: 'FAILED:1',
    });
    expect(withJobFilters(search, {}).status).toBe('all');
    expect(withJobFilters(search, { status: { SUCCESS: -1 } }).status).toBeUndefined();
    expect(withJobFilters(search, {}, true).status).toBeUndefined();
    expect(effectiveJobs({ status: 'all' }).filters.status).toEqual({});
    expect(withJobsChange(search, { resource_id: undefined })).toEqual({ sortBy: 'name', sortOrder: 'asc' });
  });

  it('asks for a closed range by both ends, for one that ends now by its beginning', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect(rangeCondition({ type: 'relative', display: '', range: 'now-2d' }, now)).toBe(
      '(created_at.gt.2026-03-08T12:00:00.000Z)',
    );
    const absolute = {
      type: 'absolute',
      display: '',
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
    } as const;
    expect(rangeCondition(absolute, now)).toBe(
      '(created_at.gt.2026-03-01T00:00:00.000Z,created_at.lt.2026-03-02T00:00:00.000Z)',
    );
    expect(rangeCondition({ type: 'relative', display: '', range: 'someday' }, now)).toBeUndefined();
    expect(rangeCondition(undefined, now)).toBeUndefined();
  });
});

describe('jobs for people', () => {
  it.each([
    ['SyncCanary', 'Sync Canary'],
    ['RefreshCheckStatusSummary', 'Refresh Check Status Summary'],
    ['HTTPProbe', 'HTTP Probe'],
    ['clean_up', 'clean up'],
    ['CleanupShortURLs', 'Cleanup Short URLs'],
    ['AggregateCheckStatus1d', 'Aggregate Check Status 1d'],
    [null, ''],
  ])('%s is %s', (name, title) => expect(jobTitle(name)).toBe(title));

  it('draws each status by shape and word; one that is not known is unknown', () => {
    expect(
      ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STOPPED', 'STALE'].map((status) => jobStatusMark(status)),
    ).toEqual([
      { health: 'mixed', word: 'Running' },
      { health: 'healthy', word: 'Success' },
      { health: 'warning', word: 'Warning' },
      { health: 'unhealthy', word: 'Failed' },
      { health: 'unhealthy', word: 'Stopped' },
      { health: 'unknown', word: 'Stale' },
    ]);
    expect(jobStatusMark(null)).toBeNull();
  });

  it('leads to the resource (spec 001 §2)', () => {
    const hrefs = ['canary', 'config_scraper', 'catalog_scraper', 'topology', 'config', 'playbook', 'other'].map(
      (resource_type) => jobResourceLink({ resource_type, resource_id: 'x' })?.href,
    );
    expect(hrefs).toEqual([
      '/settings/canaries/x',
      '/catalog/scrapers/x',
      '/catalog/scrapers/x',
      '/settings/topologies/x',
      '/catalog/x',
      '/playbooks/x',
      undefined,
    ]);
    expect(jobResourceLink({ resource_type: 'canary', resource_id: null })).toBeNull();
  });
});

describe('the details of a run', () => {
  it('has a tab for each thing that is there', () => {
    expect(jobTabs(null)).toEqual([]);
    expect(jobTabs({ errors: [], summary: {} })).toEqual([]);
    expect(jobTabs({ errors: ['a'], scrape_summary: { x: 1 }, summary: 'done' }).map(({ label }) => label)).toEqual([
      'Errors',
      'Scrape Summary',
      'Reconcile Summary',
    ]);
  });

  it('reads errors of every shape', () => {
    expect(readErrors('one')).toEqual({ kind: 'text', text: 'one' });
    expect(readErrors(['a', { error: 'b' }, null])).toEqual({ kind: 'list', texts: ['a', 'b'] });
    expect(readErrors({ k: { error: { error: 'inner' } }, l: { code: 1 } })).toEqual({
      kind: 'table',
      rows: [
        { key: 'k', text: 'inner' },
        { key: 'l', text: '{\n  "code": 1\n}' },
      ],
    });
    expect(readErrors(null)).toBeNull();
    fc.assert(fc.property(fc.jsonValue(), (value) => void readErrors(value as never)));
  });
});

describe('resources', () => {
  const row = (id: string, more: Partial<ResourceRow> = {}): ResourceRow => ({
    id,
    name: id,
    created_at: null,
    created_by: null,
    ...more,
  });

  it('stand once in their list, with the newest job', () => {
    const rows = [
      row('a', { job_name: 'old', job_created_at: '2026-01-01' }),
      row('b'),
      row('a', { job_name: 'new', job_created_at: '2026-02-01' }),
    ];
    const shown = oneRowEach(rows);
    expect(shown.map(({ id, job_name }) => [id, job_name])).toEqual([
      ['a', 'new'],
      ['b', undefined],
    ]);
    expect(runOfFields(shown[0] ?? {})).toMatchObject({ name: 'new', status: null, details: null });
  });

  it('are sorted by what the address names, from the first page', () => {
    const usual = { id: 'created_at', desc: true };
    expect(parseResourceListSearch({ sortBy: 'colour', pageIndex: 'x', add: 'true', query: '' })).toEqual({
      add: 'true',
    });
    expect(sortOf({}, usual)).toBe(usual);
    const search = parseListSearch({ sortBy: 'name', sortOrder: 'desc', pageIndex: '2' }, ['name']);
    expect(sortOf(search, usual)).toEqual({ id: 'name', desc: true });
    expect(withSort(search, { id: 'source', desc: false })).toEqual({ sortBy: 'source', sortOrder: 'asc' });
  });

  it('tell what the server refused at the field of the form', () => {
    const fields = canaryResource.fields({ isNew: true, language: 'yaml', schema: undefined });
    const problems = [
      { field: 'spec.http[0].url', message: 'expected a text' },
      { field: 'spec', message: 'empty' },
      { field: 'metadata.labels.team', message: 'expected a text' },
    ];
    expect(refusedFields({ problems }, fields)).toEqual({
      spec: 'spec.http[0].url: expected a text\nempty',
      labels: 'metadata.labels.team: expected a text',
    });
    for (const details of [undefined, null, 'x', { problems: 'x' }, { problems: [null, { field: 1 }] }]) {
      expect(refusedFields(details, fields)).toBeNull();
    }
  });
});

describe('feature flags', () => {
  const flag = (name: string, source: PropertyRow['source'], value = 'true'): PropertyRow => ({
    name,
    value,
    source,
    description: '',
    type: '',
  });
  const ada = { id: 'p', name: 'Ada', avatar: null, email: null };
  const stored = {
    name: 'a',
    value: 'true',
    created_by: ada,
    created_at: '2026-01-01',
    updated_at: null,
    deleted_at: null,
  };

  it('carry who made them, unless a file did', () => {
    expect(mergeFlags([flag('a', 'db'), flag('b', 'db')], [stored])).toMatchObject([
      { name: 'a', created_by: ada, created_at: '2026-01-01' },
      { name: 'b', created_by: null },
    ]);
    expect(mergeFlags([flag('a', 'local')], [stored])[0]?.created_by).toBeNull();
  });

  it('are found and sorted, blanks last', () => {
    const flags = mergeFlags([flag('b', 'db'), flag('a', 'db'), flag('c10', 'local'), flag('c9', 'local')], [stored]);
    expect(sortFlags(flags, 'name', true).map(({ name }) => name)).toEqual(['c10', 'c9', 'b', 'a']);
    expect(sortFlags(flags, 'created_by', true)[0]?.name).toBe('a');
    expect(findFlags(flags, ' C1 ').map(({ name }) => name)).toEqual(['c10']);
    expect(findFlags(flags, undefined)).toBe(flags);
    expect(parseFlagsSearch({ flag: 'a', add: 'false', sortBy: 'value' })).toEqual({
      flag: 'a',
      sortBy: 'value',
      sortOrder: 'asc',
    });
  });

  it('are offered by name, each once', () => {
    const names = flagNames().map(({ value }) => value);
    expect(names).toContain('settings.job_history.disable');
    expect(names).toContain('check.retention.age');
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the event queue', () => {
  it('is sorted by any column; what never failed comes last', () => {
    const event = (name: string, failed: number, last_failure: string | null) => ({
      name,
      failed,
      last_failure,
      pending: 1,
      average_attempts: 0,
      first_failure: null,
      most_common_error: null,
    });
    const rows = [event('a', 2, '2026-01-01'), event('b', 10, null), event('c', 0, '2026-02-01')];
    expect(sortEvents(rows, 'failed', true).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(sortEvents(rows, 'last_failure', true).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(parseEventsSearch({ event: 'a', sortBy: 'most_common_error' })).toEqual({ event: 'a' });
  });
});
