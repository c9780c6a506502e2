import { describe, expect, it } from 'vitest';
import { evaluateCel } from '../index.ts';

const data = {
  labels: { region: 'us-east-1', env: 'prod', cluster: 'eu-staging' },
  pod: { name: 'web-1', type: 'Kubernetes::Pod', labels: { app: 'web', 'a.b': 'c' } },
  incident: {
    incident: {
      incident_id: '0.abc',
      summary: 'disk is full',
      state: 'closed',
      documentation: { content: 'look at the runbook' },
    },
  },
};

describe('matchLabel and matchQuery', () => {
  it.each([
    ['matchLabel(labels, "region", "us-*")', true],
    ['matchLabel(labels, "region", "eu-*")', false],
    ['matchLabel(labels, "env", "prod,staging")', true],
    ['matchLabel(labels, "env", "!production")', true],
    ['matchLabel(labels, "env", "!prod,*")', false],
    ['matchLabel(labels, "optional", "!*")', true],
    ['matchLabel(labels, "env", "!*")', false],
    ['matchLabel(labels, "optional", "*")', false],
    ['matchLabel(labels, "cluster", "*-prod,*-staging")', true],
    ['matchLabel(labels, "region", "*east*")', true],
    ['matchQuery(pod, "type=Kubernetes::Pod")', true],
    ['matchQuery(pod, "type=Kubernetes::Pod labels.app=web*")', true],
    ['matchQuery(pod, "labels.app!=web")', false],
    ['matchQuery(pod, "labels.a.b=c")', true],
    ['matchQuery(pod, "web-*")', true],
    ['matchQuery(pod, "db")', false],
    ['matchQuery(pod, "")', true],
  ])('%s is %s', async (expression, expected) => {
    expect(await evaluateCel(expression, data)).toBe(expected);
  });
});

describe('gcp.incidents.toCheckResult', () => {
  it('makes an entry of a transform, from a map or its JSON', async () => {
    const entry = await evaluateCel('gcp.incidents.toCheckResult(incident)', data);
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-/),
      name: '[0.abc] disk is full',
      message: '[0.abc] disk is full',
      description: 'look at the runbook',
      pass: true,
      detail: data.incident.incident,
    });
    expect(await evaluateCel('gcp.incidents.toCheckResult(incident.toJSON())', data)).toEqual(entry);
  });

  it('fails while the incident is open', async () => {
    const open = '{"incident": {"incident_id": "1", "summary": "s", "state": "open"}}';
    expect(await evaluateCel('gcp.incidents.toCheckResult(open)', { open })).toMatchObject({
      pass: false,
      description: 's',
    });
  });
});
