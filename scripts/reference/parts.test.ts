import { describe, expect, it } from 'vitest';
import type { RouteDefinition } from '../../packages/server/src/platform/index.ts';
import { commandLinePage, exitCodes } from './command-line.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { describe as describeFields } from './field-notes.ts';
import { httpApiPage } from './http-api.ts';
import { type JsonSchema, mapChildren, sharedShapeOf, sharedShapes, toJsonSchema } from './json-schema.ts';
import { metricsPage } from './metrics.ts';

describe('JSON schemas', () => {
  it('are made without what is noise to a reader', () => {
    const source = {
      toJSONSchema: () => ({
        $schema: 'draft',
        type: 'object',
        propertyNames: { type: 'string' },
        properties: { count: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
      }),
    };
    expect(toJsonSchema(source)).toEqual({ type: 'object', properties: { count: { type: 'integer', minimum: 1 } } });
  });

  it('are changed at every inner place', () => {
    const inner: JsonSchema = { type: 'string' };
    const schema: JsonSchema = {
      properties: { a: inner },
      items: inner,
      anyOf: [inner],
      allOf: [inner],
      additionalProperties: inner,
      description: 'kept',
    };
    const changed = mapChildren(schema, () => ({ type: 'null' }));
    expect(JSON.stringify(changed)).not.toContain('string');
    expect(changed.description).toBe('kept');
    expect(mapChildren({ additionalProperties: false }, () => ({}))).toEqual({ additionalProperties: false });
  });

  it('know a shared shape with and without a description', () => {
    for (const [name, shape] of Object.entries(sharedShapes)) {
      expect(sharedShapeOf(shape)).toBe(name);
      expect(sharedShapeOf({ ...shape, description: 'x' })).toBe(name);
    }
    expect(sharedShapeOf({ type: 'string' })).toBeNull();
  });

  it('take descriptions from notes, within lists too, but not within shared shapes', () => {
    const none = new Map();
    const note = (comment: string, inner = none) => ({ comment, inner });
    const notes = new Map([
      ['list', note('All.', new Map([['x', note('One.')]]))],
      ['secret', note('Hidden.', new Map([['value', note('Never shown.')]]))],
    ]);
    const value: JsonSchema = { ...sharedShapes.value };
    const list: JsonSchema = { type: 'array', items: { type: 'object', properties: { x: { type: 'string' } } } };
    const described = describeFields({ properties: { list, secret: value, other: {} } }, notes);
    expect(described.properties?.list?.description).toBe('All.');
    expect(described.properties?.list?.items?.properties?.x?.description).toBe('One.');
    expect(described.properties?.secret).toEqual({ ...value, description: 'Hidden.' });
    expect(described.properties?.other).toEqual({});
  });
});

describe('pages', () => {
  it('of routes are in order, with the right, the other paths and the limit', () => {
    const route = (members: Partial<RouteDefinition>): RouteDefinition => ({
      method: 'GET',
      url: '/about',
      access: 'public',
      handler: () => null,
      ...members,
    });
    const text = httpApiPage([
      route({
        method: 'POST',
        url: '/api/summary',
        access: { object: 'canaries', resource: 'canaries', action: 'read' },
      }),
      route({ method: 'POST', url: '/api/apply', bodyLimit: 2 * 1024 * 1024 }),
      route({}),
    ]);
    const rows = text.split('\n').filter((line) => /^\| (GET|POST)/.test(line));
    expect(rows[0]).toMatch(/^\| GET \| `\/about` \| everyone \| .*Also at `\/api\/about`\. \|$/);
    expect(rows[1]).toContain('Body up to 2 MiB.');
    expect(rows[2]).toContain('| read canaries |');
  });

  it('of errors have a row for a code', () => {
    expect(errorsPage()).toContain('| `EGRESS_DENIED` | 403 |');
  });

  it('of events show an empty object for no data', () => {
    const source =
      '/** Sent. */\nexport interface LiveEvents {\n  /** Again. */\n  resync: Record<string, never>;\n}\n';
    expect(eventsPage(source)).toContain('| `resync` | `{}` | Again. |');
  });

  it('of metrics name the type that sends one', async () => {
    const runs = new Map([['ping', "metrics: [{ name: 'lost', type: 'gauge', value: 1 }]"]]);
    expect(await metricsPage(runs)).toContain('| `lost` | gauge | `ping` |');
  });

  it('of the command line tell arguments, options with defaults, and exit codes', () => {
    const run = exitCodes({ passed: 0, failed: 1 }, '/** How it ends. */\nexport const ENDS = {};', 'ENDS');
    const text = commandLinePage({ run });
    expect(text).toContain('| `file ...` | yes |');
    expect(text).toContain('| `--server <url>` | address of the server | `http://127.0.0.1:8080/` |');
    expect(text).toContain('How it ends.\n\n| exit code | name |\n|---|---|\n| 0 | passed |\n| 1 | failed |');
  });
});
