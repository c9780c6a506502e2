import { foundation } from './0001-foundation.ts';
import { health } from './0002-health.ts';
import { scheduling } from './0003-scheduling.ts';
import { views } from './0004-views.ts';
import { partitions } from './0005-partitions.ts';
import { sketches } from './0006-sketches.ts';
import { rollUps } from './0007-roll-ups.ts';
import { checkEndpoint } from './0008-check-endpoint.ts';
import { events } from './0009-events.ts';
import { people } from './0010-people.ts';
import { catalog } from './0011-catalog.ts';
import { catalogEffects } from './0011-catalog-effects.ts';
import { topology } from './0012-topology.ts';
import { incidents } from './0013-incidents.ts';
import { notifications } from './0014-notifications.ts';
import { playbooks } from './0015-playbooks.ts';
import { access } from './0016-access.ts';
import { settings } from './0017-settings.ts';
import { rowCounts } from './0018-row-counts.ts';
import { listIndexes } from './0019-list-indexes.ts';
import { tallies } from './0020-tallies.ts';
import { labelPairs } from './0021-label-pairs.ts';
import { configSummaries } from './0022-config-summaries.ts';
import { healthViews } from './0023-health-views.ts';
import { catalogViews } from './0024-catalog-views.ts';
import { operationsViews } from './0025-operations-views.ts';
import { ruleViews } from './0026-rule-views.ts';
import { functions } from './0027-functions.ts';
import { changeFeed } from './0028-change-feed.ts';
import { accessRules } from './0029-access-rules.ts';
import { identity } from './0030-identity.ts';
import { audit } from './0031-audit.ts';
import { accounts } from './0032-accounts.ts';
import { tokens } from './0033-tokens.ts';
import { sessionViews } from './0034-session-views.ts';
import { teamMaker } from './0035-team-maker.ts';
import { itemTexts } from './0036-item-texts.ts';
import { hosted } from './0037-hosted.ts';

/** One forward-only step of the schema. Its text never changes once released: the checksum is recorded. */
export interface Migration {
  /** Counts from 1 without gaps. */
  number: number;
  name: string;
  sql: string;
}

/** All steps, in order. They are modules, not files, so that they survive bundling. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'foundation', sql: foundation },
  { number: 2, name: 'health', sql: health },
  { number: 3, name: 'scheduling', sql: scheduling },
  { number: 4, name: 'views', sql: views },
  { number: 5, name: 'partitions', sql: partitions },
  { number: 6, name: 'sketches', sql: sketches },
  { number: 7, name: 'roll-ups', sql: rollUps },
  { number: 8, name: 'check-endpoint', sql: checkEndpoint },
  { number: 9, name: 'events', sql: events },
  { number: 10, name: 'people', sql: people },
  { number: 11, name: 'catalog', sql: catalog + catalogEffects },
  { number: 12, name: 'topology', sql: topology },
  { number: 13, name: 'incidents', sql: incidents },
  { number: 14, name: 'notifications', sql: notifications },
  { number: 15, name: 'playbooks', sql: playbooks },
  { number: 16, name: 'access', sql: access },
  { number: 17, name: 'settings', sql: settings },
  { number: 18, name: 'row-counts', sql: rowCounts },
  { number: 19, name: 'list-indexes', sql: listIndexes },
  { number: 20, name: 'tallies', sql: tallies },
  { number: 21, name: 'label-pairs', sql: labelPairs },
  { number: 22, name: 'config-summaries', sql: configSummaries },
  { number: 23, name: 'health-views', sql: healthViews },
  { number: 24, name: 'catalog-views', sql: catalogViews },
  { number: 25, name: 'operations-views', sql: operationsViews },
  { number: 26, name: 'rule-views', sql: ruleViews },
  { number: 27, name: 'functions', sql: functions },
  { number: 28, name: 'change-feed', sql: changeFeed },
  { number: 29, name: 'access-rules', sql: accessRules },
  { number: 30, name: 'identity', sql: identity },
  { number: 31, name: 'audit', sql: audit },
  { number: 32, name: 'accounts', sql: accounts },
  { number: 33, name: 'tokens', sql: tokens },
  { number: 34, name: 'session-views', sql: sessionViews },
  { number: 35, name: 'team-maker', sql: teamMaker },
  { number: 36, name: 'item-texts', sql: itemTexts },
  { number: 37, name: 'hosted', sql: hosted },
];
