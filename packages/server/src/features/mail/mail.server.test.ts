import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgress } from '../../platform/egress/egress.ts';
import { createMailSender, createSmtp, type Deliver } from './sender.ts';
import { createMailStore } from './store.ts';

let test: TestDatabase;
let server: SMTPServer;
let url = '';
const taken: { from: string; to: string[]; text: string; user: string }[] = [];
const egress = createEgress({ settings: { privateRanges: 'allow', allow: [], deny: [] }, clock: systemClock });

beforeAll(async () => {
  test = await createTestDatabase();
  server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
          user: String(session.user),
        });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  url = `smtp://mailer:p%40ss@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise<void>((done) => server.close(() => done()));
  await test.drop();
});
beforeEach(async () => {
  taken.length = 0;
  await test.database.pool.query('truncate mail_queue');
});

const queue = () =>
  test.database.pool.query(
    `insert into mail_queue (recipient, template, subject, body_text, body_html)
     values ('ada@example.test', 'recovery-code', 'Your code', 'It is 123456', '<p>It is 123456</p>')`,
  );

async function run(deliver: Deliver | null, until: () => Promise<boolean>): Promise<void> {
  const sender = createMailSender({ store: createMailStore(test.database), deliver, log: silentLog });
  sender.start();
  await expect.poll(until, { timeout: 15_000 }).toBe(true);
  await sender.stop();
}

const settled = async (column: string) => {
  const { rows } = await test.database.pool.query(`select count(*)::int as n from mail_queue where ${column}`);
  return rows[0].n === 1;
};

describe('a queued mail', () => {
  it('is handed to the mail server once, also when two nodes look', async () => {
    await queue();
    const deliver = createSmtp(url, 'Quarterdeck <no-reply@example.test>', egress);
    await Promise.all([
      run(deliver, () => settled('sent_at is not null')),
      run(deliver, () => settled('sent_at is not null')),
    ]);
    expect(taken.map(({ from, to, user }) => [from, to, user])).toEqual([
      ['no-reply@example.test', ['ada@example.test'], 'mailer'],
    ]);
    expect(taken[0]?.text).toContain('It is 123456');
  });

  it('that is not taken waits for another try', async () => {
    await queue();
    const wrong = createSmtp(url.replace('p%40ss', 'wrong'), 'a@example.test', egress);
    await run(wrong, () => settled(`error is not null and next_attempt_at > now() + interval '20 seconds'`));
    expect(taken).toEqual([]);
    const { rows } = await test.database.pool.query('select error from mail_queue');
    expect(rows[0].error).not.toContain('wrong');
  });

  it('stays in the outbox without a mail server, where its text can be read', async () => {
    await queue();
    await run(null, () => settled('next_attempt_at is null and sent_at is null'));
    const store = createMailStore(test.database);
    expect(await store.list(10, true)).toMatchObject([{ recipient: 'ada@example.test', body_text: 'It is 123456' }]);
    expect(await store.list(10, false)).toMatchObject([{ recipient: 'ada@example.test', body_text: '' }]);
  });

  it('goes nowhere that the guard forbids', async () => {
    const guarded = createEgress({ settings: { privateRanges: 'deny', allow: [], deny: [] }, clock: systemClock });
    await expect(
      createSmtp(
        url,
        'a@example.test',
        guarded,
      )({ to: 'b@example.test', template: '', subject: '', text: '', html: '' }),
    ).rejects.toThrow();
    expect(taken).toEqual([]);
  });
});
