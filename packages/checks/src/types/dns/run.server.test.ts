import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { freePort } from '../../testing/ports.ts';
import { serverFolder, startServer, type TestServer } from '../../testing/servers.ts';
import { dnsCheck } from './index.ts';
import { runDns } from './run.ts';
import { type DnsSpec, dnsSchema } from './schema.ts';

let server: TestServer;
beforeAll(async () => {
  const port = await freePort();
  const zone = [
    '--address=/app.test/192.0.2.1',
    '--host-record=both.test,192.0.2.7,2001:db8::7',
    '--cname=www.test,both.test',
    '--mx-host=mail.test,mx2.test,20',
    '--mx-host=mail.test,mx1.test,10',
    '--txt-record=text.test,first second,third',
    '--ptr-record=9.2.0.192.in-addr.arpa,nine.test',
    '--srv-host=_http._tcp.deep.zone.test,both.test,8080,1,2',
  ];
  const own = [
    '--keep-in-foreground',
    '--no-resolv',
    '--no-hosts',
    '--conf-file=/dev/null',
    '--pid-file',
    '--user=root',
  ];
  const bind = [`--port=${port}`, '--listen-address=127.0.0.1', '--bind-interfaces'];
  server = await startServer('/usr/sbin/dnsmasq', [...own, ...bind, ...zone], port, await serverFolder('dnsmasq'));
});
afterAll(() => server?.stop());

const probe = (fields: Partial<DnsSpec>) =>
  runDns(createTestContext(dnsSchema.parse({ name: 'x', server: 'localhost', port: server.port, ...fields })));

describeCheckType(dnsCheck, {
  pass: () => ({ name: 'a', server: '127.0.0.1', port: server.port, query: 'app.test', exactreply: ['192.0.2.1'] }),
  fail: () => ({ name: 'a', server: '127.0.0.1', port: server.port, query: 'app.test', minrecords: 2 }),
});

describe('dns against dnsmasq', () => {
  it.each([
    ['A', 'app.test', ['192.0.2.1']],
    ['a', 'both.test', ['2001:db8::7', '192.0.2.7']],
    ['CNAME', 'www.test', ['both.test.']],
    ['MX', 'mail.test', ['mx1.test. 10', 'mx2.test. 20']],
    ['TXT', 'text.test', ['first secondthird']],
    ['PTR', '192.0.2.9', ['nine.test.']],
    ['SRV', '_http._tcp.deep.zone.test', ['anything']],
  ])('%s of %s', async (querytype, query, exactreply) => {
    const outcome = await probe({ querytype, query, exactreply, minrecords: 1 });
    expect(outcome).toMatchObject({ pass: true, errors: [] });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(1);
  });

  it('fails on another answer', async () => {
    expect(await probe({ query: 'app.test', exactreply: ['192.0.2.2'] })).toMatchObject({
      pass: false,
      errors: ['A app.test on localhost: Got [192.0.2.1], expected [192.0.2.2]'],
    });
  });

  it.each([
    ['A', 'nothing.test'],
    ['NS', 'app.test'],
    ['CNAME', 'nothing.test'],
    ['PTR', 'no address'],
    ['SRV', 'too.short'],
  ])('fails on an error of the lookup, which is followed by an empty text: %s of %s', async (querytype, query) => {
    const outcome = await probe({ querytype, query });
    expect(outcome.pass).toBe(false);
    expect(outcome.errors).toEqual([expect.stringMatching(/./), '']);
  });

  it('does not take an answer of the server for a fault on the way', async () => {
    const outcome = await probe({ query: 'nothing.test' });
    expect(outcome.cause).toBeUndefined();
  });
});
