import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertFilters, alertName, readAlerts } from './alerts.ts';

describe('alertName', () => {
  it.each([
    [{ alertname: 'A' }, 'A'],
    [{ alertname: 'A', namespace: 'n', node: 'o', pod: 'p' }, 'A/n/o/p'],
    [{ alertname: 'A', pod: 'p', deployment: 'd', nodename: 'x' }, 'A/d'],
    [{ alertname: 'A', job_name: 'j', cronjob_name: 'c' }, 'A/c'],
    [{ alertname: 'A', container: 'c', job: 'j' }, 'A/c'],
    [{ alertname: 'A', container: 'c', job: 'c' }, 'A'],
    [{ alertname: 'A', namespace: '' }, 'A'],
  ])('%j', (labels, name) => {
    expect(alertName(labels as Record<string, string>)).toBe(name);
  });
});

describe('readAlerts', () => {
  it('takes the first text there is', () => {
    const alert = (annotations: object) =>
      JSON.stringify([{ labels: { alertname: 'A' }, annotations, fingerprint: 'f' }]);
    expect(readAlerts(alert({ summary: 's', description: 'd', message: 'm' }))[0]?.message).toBe('m');
    expect(readAlerts(alert({ summary: 's', description: 'd' }))[0]?.message).toBe('d');
    expect(readAlerts(alert({ summary: 's' }))[0]?.message).toBe('s');
    expect(readAlerts(alert({}))[0]).toEqual({
      name: 'A',
      message: '',
      labels: { alertname: 'A' },
      annotations: {},
      fingerprint: 'f',
    });
  });

  it('throws or gives named alerts, whatever comes', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        try {
          for (const alert of readAlerts(body)) expect(typeof alert.name).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});

describe('alertFilters', () => {
  it('writes one matcher for each entry', () => {
    expect(
      alertFilters({
        alerts: ['Kube.*', '.*Down'],
        ignore: ['Watch'],
        filters: { severity: 'a|b' },
        exclude_filters: { team: 'x' },
      }),
    ).toEqual(['severity=~a|b', 'alertname=~Kube.*', 'alertname=~.*Down', 'alertname!~Watch', 'team!=x']);
    expect(alertFilters({})).toEqual([]);
  });
});
