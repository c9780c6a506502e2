import { describe, expect, it } from 'vitest';
import { evaluateCel } from '../index.ts';
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
    [
      'a pod that ends',
      { kind: 'Pod', metadata: { deletionTimestamp: '2024-01-01T00:00:00Z' }, status: { phase: 'Running' } },
      'unknown',
      false,
    ],
    ['a pod without a phase', { kind: 'Pod' }, 'unknown', false],
    ['a pod that waits', { kind: 'Pod', status: { phase: 'Pending' } }, 'unknown', false],
    [
      'a pod whose side container has ended',
      { kind: 'Pod', status: { phase: 'Running', containerStatuses: [{ ready: false, state: { terminated: {} } }] } },
      'healthy',
      true,
    ],
    [
      'a pod whose first container fails',
      {
        kind: 'Pod',
        status: { phase: 'Pending', initContainerStatuses: [{ state: { terminated: { reason: 'Error' } } }] },
      },
      'unhealthy',
      false,
    ],
    ['a deployment without replicas given', { kind: 'Deployment', status: {} }, 'unhealthy', false],
    ['a finished job', { kind: 'Job', status: { conditions: [condition('Complete', 'True')] } }, 'healthy', true],
    ['a running job', { kind: 'Job', status: { active: 1 } }, 'healthy', false],
    [
      'a node that is not ready',
      { kind: 'Node', status: { conditions: [condition('Ready', 'False')] } },
      'unhealthy',
      false,
    ],
    ['a node that is silent', { kind: 'Node', status: {} }, 'unhealthy', false],
    [
      'an available service',
      { kind: 'APIService', status: { conditions: [condition('Available', 'True')] } },
      'healthy',
      true,
    ],
    [
      'a volume that nobody knows',
      { kind: 'X', status: { conditions: [condition('Healthy', 'Unknown')] } },
      'unknown',
      false,
    ],
    ['a lost claim', { kind: 'PersistentVolumeClaim', status: { phase: 'Lost' } }, 'unhealthy', false],
    ['a pending claim', { kind: 'PersistentVolumeClaim', status: { phase: 'Pending' } }, 'unknown', false],
    ['a bound claim', { kind: 'PersistentVolumeClaim', status: { phase: 'Bound' } }, 'healthy', true],
    ['an object under its own key', { Object: { kind: 'Pod', status: { phase: 'Failed' } } }, 'unhealthy', true],
    ['nothing', null, 'healthy', true],
  ])('%s', (_name, object, health, ready) => {
    expect(kubernetesHealth(object)).toMatchObject({ health, ready });
    expect(kubernetesHealth(JSON.stringify(object))).toMatchObject({ health, ready });
  });

  it('says what is wrong in the words of the object', () => {
    const waiting = { reason: 'ImagePullBackOff', message: 'no such image' };
    const pod = { kind: 'Pod', status: { phase: 'Pending', containerStatuses: [{ state: { waiting } }] } };
    expect(kubernetesHealth(pod)).toMatchObject({ status: 'ImagePullBackOff', message: 'no such image' });
    const deployment = { kind: 'Deployment', spec: { replicas: 3 }, status: { readyReplicas: 1 } };
    expect(kubernetesHealth(deployment)).toMatchObject({ status: 'Rolling out', message: '1 of 3 ready' });
    const job = { kind: 'Job', status: { conditions: [condition('Failed', 'True', 'too often')] } };
    expect(kubernetesHealth(job)).toMatchObject({ status: 'FailedReason', message: 'too often' });
  });

  it('knows when the object changed last', () => {
    const conditions = ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'].map((lastTransitionTime) => ({
      lastTransitionTime,
    }));
    expect(kubernetesHealth({ status: { conditions } }).lastUpdated).toBe('2024-02-01T00:00:00Z');
    expect(kubernetesHealth({}).lastUpdated).toBeNull();
  });
});

describe('k8s functions', () => {
  it.each([
    ["k8s.cpuAsMillicores('250m')", 250],
    ['k8s.cpuAsMillicores(2)', 2000],
    ["k8s.cpuAsMillicores('')", 0],
    ["k8s.memoryAsBytes('1.5Gi')", 1_610_612_736],
    ["k8s.memoryAsBytes('1e3')", 1000],
    ["k8s.memoryAsBytes('2M')", 2_000_000],
    ["k8s.getStatus({'kind': 'Deployment', 'spec': {'replicas': 2}, 'status': {}})", 'NotReady: 0 of 2 ready'],
    ["k8s.labels({'metadata': {'namespace': 'n', 'labels': {'a': 'b'}}})", { a: 'b', namespace: 'n' }],
    ["k8s.getHealth({'kind': 'Pod', 'status': {'phase': 'Succeeded'}}.toJSON()).health", 'healthy'],
    [
      "k8s.neat({'kind': 'X', 'metadata': {'name': 'a', 'annotations': {'kubectl.kubernetes.io/last-applied-configuration': 'x', 'b': 'c'}}})",
      { kind: 'X', metadata: { name: 'a', annotations: { b: 'c' } } },
    ],
    ["k8s.neat({'metadata': {'uid': 'u'}}, 'json')", '{"metadata":{}}'],
  ])('%s', async (expr, expected) => {
    expect(await evaluateCel(expr, {})).toEqual(expected);
  });

  it.each(["k8s.memoryAsBytes('many')", "k8s.cpuAsMillicores('1Q')", "k8s.isHealthy('text')"])(
    '%s fails',
    async (expr) => {
      await expect(evaluateCel(expr, {})).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
    },
  );
});
