import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate of its own with its key, as PEM texts and as files. */
export interface TestCertificate {
  cert: string;
  key: string;
  certFile: string;
  keyFile: string;
  remove(): Promise<void>;
}

/** Makes a self-signed certificate for localhost and 127.0.0.1 by openssl. */
export async function makeCertificate(days: number): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  await run('openssl', ['req', '-x509', ...key, '-out', certFile, '-days', String(days), ...subject]);
  return {
    cert: await readFile(certFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
    certFile,
    keyFile,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
