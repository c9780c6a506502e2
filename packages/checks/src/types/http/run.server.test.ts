import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenCache } from '../../http-client/index.ts';
import { makeCertificate, type TestCertificate } from '../../testing/certificates.ts';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { type TestServer as HttpServer, startHttpServer } from '../../testing/http-server.ts';
import { freePort } from '../../testing/ports.ts';
import { serverFolder, startServer, type TestServer } from '../../testing/servers.ts';
import { httpCheck } from './index.ts';
import { runHttp } from './run.ts';
import { httpSchema } from './schema.ts';

const PASSWORD = 'open-sesame';
let certificate: TestCertificate;
let short: TestCertificate;
let nginx: TestServer;
let plainPort = 0;

/** TLS with Basic authentication, and a plain port that redirects to it. */
async function startNginx(): Promise<TestServer> {
  const folder = await serverFolder('nginx');
  const port = await freePort();
  plainPort = await freePort();
  await mkdir(join(folder, 'www'), { mode: 0o755 });
  await writeFile(join(folder, 'www', 'index.html'), '<a href="/second.html">second</a> hello from nginx');
  await writeFile(join(folder, 'www', 'second.html'), '<a href="/missing.html">missing</a>');
  await writeFile(join(folder, 'users'), `hello:{PLAIN}${PASSWORD}\n`);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1;
    pid ${folder}/pid; error_log stderr crit; events {}
    http {
      access_log off; ${temp.join(' ')}
      types { text/html html; } gzip on; gzip_min_length 1;
      server {
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${certificate.certFile}; ssl_certificate_key ${certificate.keyFile};
        root ${folder}/www; auth_basic "closed"; auth_basic_user_file ${folder}/users;
      }
      server {
        listen 127.0.0.1:${plainPort};
        location /in { return 302 https://127.0.0.1:${port}/; }
        location /in-with-login { return 302 https://hello:${PASSWORD}@127.0.0.1:${port}/; }
      }
    }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  return startServer('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], port, folder);
}

beforeAll(async () => {
  [certificate, short] = await Promise.all([makeCertificate(30), makeCertificate(3)]);
  nginx = await startNginx();
});
afterAll(async () => {
  await nginx?.stop();
  await Promise.all([certificate?.remove(), short?.remove()]);
});

const trusted = () => ({ tlsConfig: { ca: { value: certificate.cert } } });
const login = { username: { value: 'hello' }, password: { value: PASSWORD } };
const address = (path = '/') => `https://localhost:${nginx.port}${path}`;
const probe = (fields: object) =>
  runHttp(createTestContext(httpSchema.parse({ name: 'x', ...fields })), createTokenCache());

describeCheckType(httpCheck, {
  pass: () => ({
    name: 'nginx',
    url: address(),
    ...login,
    ...trusted(),
    maxSSLExpiry: 7,
    test: { expr: 'code == 200' },
  }),
  fail: () => ({ name: 'nginx', url: `https://hello:wrong-${PASSWORD}@localhost:${nginx.port}/`, ...trusted() }),
  invalid: { name: 'nowhere' },
  secrets: [PASSWORD],
});

describe('http against nginx with TLS', () => {
  it('verifies, logs in, decodes and looks at the certificate', async () => {
    const outcome = await probe({
      url: address(),
      ...login,
      ...trusted(),
      responseContent: 'hello from',
      maxSSLExpiry: 29,
    });
    expect(outcome).toMatchObject({ pass: true, errors: [], variables: { code: 200 } });
    expect(outcome.variables?.headers).toMatchObject({ 'Content-Encoding': 'gzip', Server: expect.any(String) });
    expect(outcome.variables?.timings).toMatchObject({ tlsMs: expect.any(Number) });
    const days = outcome.metrics?.find((metric) => metric.name === 'canary_check_http_ssl_expiry')?.value;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  it('fails without credentials, and shows that none were sent', async () => {
    expect(await probe({ url: address(), ...trusted() })).toMatchObject({ errors: ['expected 401 to be 200..299'] });
  });

  it('fails when the certificate expires too soon', async () => {
    const outcome = await probe({ url: address(), ...login, ...trusted(), maxSSLExpiry: 31 });
    expect(outcome.errors).toEqual([expect.stringMatching(/^SSL certificate expires soon 29d23h > 31$/)]);
  });

  it('does not trust an unknown certificate unless told to', async () => {
    expect(await probe({ url: address(), ...login })).toMatchObject({
      pass: false,
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    const tlsConfig = { insecureSkipVerify: true };
    expect(await probe({ url: address(), ...login, tlsConfig })).toMatchObject({ pass: true });
  });

  it('does not carry credentials to another origin by a redirect', async () => {
    const url = `http://127.0.0.1:${plainPort}/in`;
    expect(await probe({ url, ...login, ...trusted() })).toMatchObject({ variables: { code: 401 } });
    const own = await probe({ url: `${url}-with-login`, ...trusted() });
    expect(own).toMatchObject({ pass: true });
  });

  it('crawls behind the login', async () => {
    const crawl = { delay: '1ms', randomDelay: '0s' };
    expect(await probe({ url: address(), ...login, ...trusted(), crawl })).toMatchObject({
      errors: ['Visited: 3, Missing: 1'],
      variables: { missing: [address('/missing.html')] },
    });
  });
});

describe('client certificates', () => {
  let server: HttpServer;
  beforeAll(async () => {
    const tls = { cert: short.cert, key: short.key, ca: certificate.cert, requestCert: true, rejectUnauthorized: true };
    server = await startHttpServer((_, response) => response.end('mutual'), tls);
  });
  afterAll(() => server.close());

  it('are shown to the server', async () => {
    const ca = { value: short.cert };
    const pair = { cert: { value: certificate.cert }, key: { value: certificate.key } };
    expect(await probe({ url: server.url, tlsConfig: { ca, ...pair } })).toMatchObject({ pass: true });
    expect(await probe({ url: server.url, tlsConfig: { ca } })).toMatchObject({ pass: false });
    expect(await probe({ url: server.url, tlsConfig: { ca, ...pair }, maxSSLExpiry: 7 })).toMatchObject({
      errors: [expect.stringMatching(/^SSL certificate expires soon 2d23h > 7$/)],
    });
  });
});
