import { describe, expect, it } from 'vitest';
import { kubernetesHealth } from './k8s.ts';

const condition = (type: string, status: string, message = '') => ({ type, status, message, reason: `${type}Reason` });

describe('health of Kubernetes objects', () => {
  it.each([
    [
      'a running pod',
      { kind: 'Pod', status: { phase: 'Running', containerStatuses: [{ ready: true }] } },
      'healthy',
      true,
    ],
    [
      'a starting pod',
      { kind: 'Pod', status: { phase: 'Running', containerStatuses: [{ ready: false }] } },
      'unknown',
      false,
    ],
    ['a finished pod', { kind: 'Pod', status: { phase: 'Succeeded' } }, 'healthy', true],
    ['a failed pod', { kind: 'Pod', status: { phase: 'Failed' } }, 'unhealthy', true],
    [
      'a crashing pod',
      {
        kind: 'Pod',
        status: { phase: 'Running', containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
      },
      'unhealthy',
      false,
    ],
    ['a full deployment', { kind: 'Deployment', spec: { replicas: 2 }, status: { readyReplicas: 2 } }, 'healthy', true],
    [
      'a partial deployment',
      { kind: 'Deployment', spec: { replicas: 2 }, status: { readyReplicas: 1 } },
      'warning',
      false,
    ],
    ['an empty deployment', { kind: 'Deployment', spec: { replicas: 0 } }, 'healthy', true],
    [
      'a stuck deployment',
      { kind: 'Deployment', status: { conditions: [condition('Progressing', 'False')] } },
      'unhealthy',
      false,
    ],
    ['a daemon set', { kind: 'DaemonSet', status: { desiredNumberScheduled: 3, numberReady: 3 } }, 'healthy', true],
    ['a failed job', { kind: 'Job', status: { conditions: [condition('Failed', 'True')] } }, 'unhealthy', true],
    ['a ready node', { kind: 'Node', status: { conditions: [condition('Ready', 'True')] } }, 'healthy', true],
    [
      'a node under pressure',
      { kind: 'Node', status: { conditions: [condition('DiskPressure', 'True')] } },
      'unhealthy',
      false,
    ],
    [
      'a certificate that is not ready',
      { kind: 'Certificate', status: { conditions: [condition('Ready', 'False')] } },
      'unhealthy',
      false,
    ],
    ['a config map', { kind: 'ConfigMap' }, 'healthy', true],
    ['nothing', null, 'healthy', true],
  ])('%s', (_name, object, health, ready) => {
    expect(kubernetesHealth(object)).toMatchObject({ health, ready });
    expect(kubernetesHealth(JSON.stringify(object))).toMatchObject({ health, ready });
  });

  it('knows when the object changed last', () => {
    const conditions = ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'].map((lastTransitionTime) => ({
      lastTransitionTime,
    }));
    expect(kubernetesHealth({ status: { conditions } }).lastUpdated).toBe('2024-02-01T00:00:00Z');
    expect(kubernetesHealth({}).lastUpdated).toBeNull();
  });
});
