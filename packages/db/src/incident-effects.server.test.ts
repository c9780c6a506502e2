import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;
let person: string;
let incident: Row & { id: string };
let hypothesis: Row & { id: string };

const addHypothesis = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('hypotheses', {
    incident_id: incident.id,
    created_by: person,
    type: 'root',
    title: 't',
    status: 'likely',
    ...columns,
  });
const addEvidence = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('evidences', { hypothesis_id: hypothesis.id, created_by: person, description: 'd', type: 'log', ...columns });
const history = (type: string): Promise<Row[]> =>
  db.all(
    `select created_by, description, hypothesis_id, responder_id, evidence_id, comment_id from incident_histories
     where incident_id = $1 and type = $2 order by created_at, id`,
    [incident.id, type],
  );
const entry = (columns: Row): Row => ({
  created_by: person,
  description: null,
  hypothesis_id: null,
  responder_id: null,
  evidence_id: null,
  comment_id: null,
  ...columns,
});

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
  person = (await db.add('people', { name: 'Ann' })).id;
});
beforeEach(async () => {
  incident = await db.add('incidents', {
    created_by: person,
    title: 't',
    severity: 'low',
    type: 'cost',
    status: 'open',
    description: '',
  });
  hypothesis = await addHypothesis();
  await db.forget();
});
afterAll(() => test.drop());

describe('an incident', () => {
  it('is numbered, written down and told', async () => {
    const next = await db.add('incidents', { ...without(incident, 'id', 'incident_id') });
    const number = (row: Row): number => Number(/^INC-(\d+)$/.exec(String(row.incident_id))?.[1]);
    expect(number(next)).toBe(number(incident) + 1);
    expect(await history('incident.created')).toEqual([entry({ description: incident.id })]);
    expect(await db.events('incident')).toEqual([['incident.created', { id: next.id }]]);
  });

  it('tells when its status changes and not else', async () => {
    const other = await db.add('people', { name: 'Editor' });
    await db.set('incidents', incident.id, { status: 'open', title: 'u', commander_id: other.id });
    expect(await db.events('incident')).toEqual([]);
    const row = await db.set('incidents', incident.id, { status: 'closed' });
    expect(row).toMatchObject({ closed: null, resolved: null, acknowledged: null });
    expect(await history('incident.status_updated')).toEqual([entry({ description: 'closed' })]);
    expect(await db.events('incident')).toEqual([['incident.status.closed', { id: incident.id }]]);
  });
});

describe('a hypothesis', () => {
  it('is written down when it comes and when its status changes', async () => {
    await db.set('hypotheses', hypothesis.id, { title: 'x' });
    await db.set('hypotheses', hypothesis.id, { status: 'proven' });
    expect(await history('hypothesis.created')).toEqual([entry({ hypothesis_id: hypothesis.id })]);
    expect(await history('hypothesis.status_updated')).toEqual([
      entry({ hypothesis_id: hypothesis.id, description: 'proven' }),
    ]);
  });

  it('is of a known type', async () => {
    await expect(addHypothesis({ type: 'guess' })).rejects.toMatchObject({ code: '23514' });
  });

  it('goes with all that is below it; the history stays', async () => {
    const child = await addHypothesis({ parent_id: hypothesis.id, type: 'factor' });
    await addEvidence();
    const said = await db.add('comments', {
      created_by: person,
      comment: 'c',
      incident_id: incident.id,
      hypothesis_id: child.id,
    });
    const responder = await db.add('responders', { incident_id: incident.id, type: 'person', created_by: person });
    await db.add('comment_responders', { comment_id: said.id, responder_id: responder.id });
    await db.set('hypotheses', hypothesis.id, { status: 'proven' });
    expect(await db.all('delete from hypotheses where id = $1 returning id', [hypothesis.id])).toEqual([
      { id: hypothesis.id },
    ]);
    for (const table of ['hypotheses', 'comments', 'comment_responders']) {
      expect(await db.all(`select 1 from ${table} where id = any ($1)`, [[child.id, said.id]])).toEqual([]);
    }
    expect(await history('hypothesis.created')).toEqual([entry({}), entry({})]);
    expect(await history('hypothesis.status_updated')).toEqual([entry({ description: 'proven' })]);
    expect(await history('evidence.created')).toEqual([entry({})]);
  });
});

describe('a piece of evidence', () => {
  it('is written down, and can be deleted', async () => {
    const { id } = await addEvidence();
    expect(await history('evidence.created')).toEqual([entry({ hypothesis_id: hypothesis.id, evidence_id: id })]);
    expect(await db.all('delete from evidences where id = $1 returning id', [id])).toEqual([{ id }]);
    expect(await history('evidence.created')).toEqual([entry({ hypothesis_id: hypothesis.id })]);
    expect(await db.events('incident')).toEqual([]);
  });

  it.each([
    [{ definition_of_done: false }, { definition_of_done: true }, 'incident.dod.added', 1],
    [{ definition_of_done: true }, { definition_of_done: false }, 'incident.dod.removed', 0],
    [{ definition_of_done: true }, { definition_of_done: true }, undefined, 0],
    [{ definition_of_done: null }, { definition_of_done: true }, undefined, 1],
    [{ done: false }, { done: true }, 'incident.dod.passed', 0],
    [{ done: true }, { done: false }, 'incident.dod.regressed', 0],
    [{ done: null }, { done: true }, undefined, 0],
    [{}, { description: 'x' }, undefined, 0],
  ])('turned from %j to %j tells %s', async (before, after, name, written) => {
    const { id } = await addEvidence(before);
    await db.set('evidences', id, after);
    expect(await db.events('incident.dod')).toEqual(name ? [[name, { id }]] : []);
    expect(await history('evidence.done_definition_added')).toEqual(
      Array.from({ length: written }, () => entry({ evidence_id: id })),
    );
  });
});

describe('responders and comments', () => {
  it('tell when a responder comes and goes', async () => {
    const { id } = await db.add('responders', {
      incident_id: incident.id,
      type: 'person',
      created_by: person,
      person_id: person,
    });
    expect(await history('responder.created')).toEqual([entry({ responder_id: id })]);
    await db.set('responders', id, { deleted_at: 'now()' });
    await db.set('responders', id, { deleted_at: '2020-01-01' });
    expect(await db.events('incident')).toEqual([
      ['incident.responder.added', { id }],
      ['incident.responder.removed', { id }],
    ]);
  });

  it('tell of each comment; only those of responders are written down', async () => {
    const responder = await db.add('responders', { incident_id: incident.id, type: 'jira', created_by: person });
    await db.forget();
    const comment = { created_by: person, comment: 'c', incident_id: incident.id };
    const ours = await db.add('comments', { ...comment, hypothesis_id: hypothesis.id });
    const theirs = await db.add('comments', { ...comment, responder_id: responder.id });
    expect(await db.events('incident')).toEqual([
      ['incident.comment.added', { id: ours.id }],
      ['incident.comment.added', { id: theirs.id }],
    ]);
    expect(await history('responder.commented')).toEqual([entry({ comment_id: theirs.id })]);
  });
});

function without(row: Row, ...names: string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
