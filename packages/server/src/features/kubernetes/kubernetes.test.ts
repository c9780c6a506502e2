import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../config.ts';
import { clusterUrl, findCluster } from './cluster.ts';
import { kubeconfigName, kubeconfigOf } from './kubeconfig.ts';

const cluster = { url: new URL('https://10.0.0.1:6443') };

describe('the address of a call at the cluster', () => {
  it('is its path below the root, with its query', () => {
    const addressOf = (path: string, query = '') => clusterUrl(cluster, path, query)?.href;
    expect(addressOf('')).toBe('https://10.0.0.1:6443/');
    expect(addressOf('/api/v1/pods', '?watch=1&a=%2F..')).toBe('https://10.0.0.1:6443/api/v1/pods?watch=1&a=%2F..');
    expect(addressOf('/apis/x/roles/system%3Abasic-user')).toBe(
      'https://10.0.0.1:6443/apis/x/roles/system%3Abasic-user',
    );
  });

  it.each([
    'x',
    '@evil',
    '.evil/',
    ':1/',
    '/..',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/b',
    '/a%2F..%2fb',
    '/a\\b',
    '/a%5cb',
    '//evil',
  ])('is none of %s', (path) => expect(clusterUrl(cluster, path, '')).toBeNull());

  it('never leads elsewhere, and reads as it was written', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '%2e', '%2F', '\\', '/', '@', ':', '?', '#', 'evil'), fc.string());
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = parts.join('');
        const url = clusterUrl(cluster, path, '');
        if (url === null) return;
        expect([url.origin, url.pathname, url.username]).toEqual(['https://10.0.0.1:6443', path || '/', '']);
      }),
    );
  });
});

describe('the cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-account-'));
  const found = (env: Record<string, string>) =>
    findCluster(loadConfig({ QD_KUBERNETES_ACCOUNT_DIR: folder, ...env }, {}, tmpdir(), false));

  it('is where the environment says, for a pod that was given an account', async () => {
    const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' };
    expect(found({})).toBeNull();
    expect(found(env)).toBeNull();
    writeFileSync(join(folder, 'token'), 'one\n');
    writeFileSync(join(folder, 'ca.crt'), 'ca');
    const one = found(env);
    expect(one?.url.href).toBe('https://[fd00::1]:6443/');
    expect(found({ KUBERNETES_SERVICE_HOST: '10.0.0.1' })?.url.href).toBe('https://10.0.0.1/');
    expect([await one?.token(), one?.authority()]).toEqual(['one', 'ca']);
    writeFileSync(join(folder, 'token'), 'two\n');
    expect(await one?.token()).toBe('two');
    expect(found({})).toBeNull();
    rmSync(folder, { recursive: true });
  });
});

describe('the settings of kubectl', () => {
  it('lead to this server, also below a path', () => {
    const serverOf = (url: string) => parse(kubeconfigOf(new URL(url), 't')).clusters[0];
    expect(serverOf('https://deck.example')).toEqual({
      name: 'mission-control-deck.example',
      cluster: { server: 'https://deck.example/kubeproxy' },
    });
    expect(serverOf('https://b.example:8443/deep/').cluster.server).toBe('https://b.example:8443/deep/kubeproxy');
  });

  it('are saved under a name that every system takes', () => {
    expect(kubeconfigName(new URL('https://deck.example:8443/x'))).toBe('deck.example-kubeconfig.yaml');
    expect(kubeconfigName(new URL('http://[::1]:8080'))).toBe('1-kubeconfig.yaml');
  });
});
