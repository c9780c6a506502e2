/** Features that `<feature>.disable` hides, and the feature that one falls back to (spec 000 §4 and §6, screens §1.2). */
export const featureParents = {
  topology: null,
  health: null,
  incidents: null,
  config: null,
  logs: null,
  playbooks: null,
  applications: null,
  views: null,
  agents: null,
  'settings.connections': null,
  'settings.users': null,
  'settings.teams': null,
  'settings.rules': null,
  'settings.config_scraper': 'config',
  'settings.topology': 'topology',
  'settings.health': 'health',
  'settings.job_history': 'health',
  'settings.feature_flags': null,
  'settings.logging_backends': null,
  'settings.event_queue_status': null,
  'settings.organization_profile': null,
  'settings.notifications': null,
  'settings.playbooks': null,
  'settings.integrations': null,
  'settings.permissions': null,
  'settings.audit': null,
  'settings.outbox': null,
} as const satisfies Record<string, string | null>;

/** A screen, or a group of them, that a property can hide. */
export type Feature = keyof typeof featureParents;

/** Whether properties hide a feature: its own flag decides, else that of its parent; only `true` hides. */
export function isFeatureDisabled(feature: Feature, value: (name: string) => string | undefined): boolean {
  const own = value(`${feature}.disable`);
  if (own !== undefined) return own.trim().toLowerCase() === 'true';
  const parent: Feature | null = featureParents[feature];
  return parent !== null && isFeatureDisabled(parent, value);
}
