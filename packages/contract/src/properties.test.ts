import { expect, test } from 'vitest';
import { type Feature, featureParents, isFeatureDisabled } from './features.ts';
import { knownProperties, knownProperty } from './properties.ts';

const flags = (values: Record<string, string>) => (feature: Feature) =>
  isFeatureDisabled(feature, (name) => values[name]);

test('a feature is hidden by its own flag alone when it has one', () => {
  const isHidden = flags({
    'health.disable': 'true',
    'settings.job_history.disable': 'false',
    'logs.disable': 'TRUE ',
  });
  expect(isHidden('health')).toBe(true);
  expect(isHidden('settings.job_history')).toBe(false);
  expect(isHidden('logs')).toBe(true);
  expect(isHidden('topology')).toBe(false);
});

test('a feature without a flag follows its parent', () => {
  const isHidden = flags({ 'health.disable': 'true', 'config.disable': 'yes' });
  expect(isHidden('settings.health')).toBe(true);
  expect(isHidden('settings.job_history')).toBe(true);
  expect(isHidden('settings.config_scraper')).toBe(false);
});

test('every parent is a feature without a parent', () => {
  for (const parent of Object.values(featureParents)) {
    if (parent !== null) expect(featureParents[parent]).toBeNull();
  }
});

test('known properties are found by their names and by the names that a star stands for', () => {
  expect(knownProperty('job.jitter.disable')?.type).toBe('bool');
  expect(knownProperty('jobs.CleanupJobHistory.schedule')?.name).toBe('jobs.*.schedule');
  expect(knownProperty('check.disabled.http')?.name).toBe('check.disabled.*');
  expect(knownProperty('check.*.disabled')?.name).toBe('check.*.disabled');
  expect(knownProperty('jobs..schedule')).toBeNull();
  expect(knownProperty('health.disable')).toBeNull();
  expect(new Set(knownProperties.map(({ name }) => name)).size).toBe(knownProperties.length);
});
