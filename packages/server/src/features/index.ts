import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseDocuments } from '@quarterdeck/checks';
import { AppError } from '@quarterdeck/contract';
import { createThrottle } from '@quarterdeck/identity';
import { createRest } from '@quarterdeck/restql';
import { scriptEnvironment } from '../config.ts';
import { callerOfToken, type Features, givenRoles, type Platform } from '../platform/index.ts';
import { registerAccessRoutes } from './access/routes.ts';
import { createAccessService } from './access/service.ts';
import { createAccessStore } from './access/store.ts';
import { registerViewAsRoutes } from './access/view-as.ts';
import { createWhyService } from './access/why.ts';
import { createWhyStore } from './access/why-store.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { createAuditTrail } from './audit/service.ts';
import { createCanaryEdits } from './canaries/edits.ts';
import { createIdSource } from './canaries/ids.ts';
import { createCanaryLoader } from './canaries/loader.ts';
import { registerCanaryRoutes } from './canaries/routes.ts';
import { createCanaryService } from './canaries/service.ts';
import { createCanaryStore } from './canaries/store.ts';
import { createFolderSync } from './canaries/sync.ts';
import { guardCanaryWrite } from './canaries/write-guard.ts';
import { createHistoryStore } from './health/history-store.ts';
import { readLastResult } from './health/last-result-store.ts';
import { registerHealthRoutes } from './health/routes.ts';
import { createHealthService } from './health/service.ts';
import { createSummary } from './health/summary.ts';
import { createSummaryStore } from './health/summary-store.ts';
import { registerIdentityRoutes, registerUpstreamRoutes } from './identity/routes.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createJobs } from './jobs/jobs.ts';
import { maintenanceJobs } from './jobs/maintenance.ts';
import { createMaintenanceStore } from './jobs/maintenance-store.ts';
import { retentionJobs } from './jobs/retention.ts';
import { createRetentionStore } from './jobs/retention-store.ts';
import { findCluster } from './kubernetes/cluster.ts';
import { registerKubernetesRoutes } from './kubernetes/routes.ts';
import { registerMailRoutes } from './mail/routes.ts';
import { createMailSender, createSmtp } from './mail/sender.ts';
import { createMailStore } from './mail/store.ts';
import { registerMcpRoutes } from './mcp/routes.ts';
import { joinedAccounts } from './people/joined-store.ts';
import { registerPeopleRoutes } from './people/routes.ts';
import { createPeopleService } from './people/service.ts';
import { createUpstreamAccounts } from './people/upstream-accounts.ts';
import { createPreferences } from './preferences/preferences.ts';
import { createPreferenceStore } from './preferences/preferences-store.ts';
import { registerPreferenceRoutes } from './preferences/routes.ts';
import { createRestDatabase } from './rest/rest-store.ts';
import { registerRestRoutes } from './rest/routes.ts';
import { openAheadLog } from './scheduler/ahead-log.ts';
import { createAwayScheduling } from './scheduler/away.ts';
import { createAwayStore } from './scheduler/away-store.ts';
import { SCHEDULE_CHANNEL } from './scheduler/channel.ts';
import { createClaimStore } from './scheduler/claim-store.ts';
import { createEngine } from './scheduler/engine.ts';
import { createNodeStore } from './scheduler/node-store.ts';
import { textLimits } from './scheduler/result-rows.ts';
import { createRunner } from './scheduler/runner.ts';
import type { Scheduler } from './scheduler/service.ts';
import { createScheduler } from './scheduler/service.ts';
import { openSpool } from './scheduler/spool.ts';
import { createResultWriter } from './scheduler/writer.ts';
import { registerSchemaRoutes } from './schemas/routes.ts';
import { createSchemaService } from './schemas/service.ts';
import { registerSearchRoutes } from './search/routes.ts';
import { createSearchStore } from './search/search-store.ts';
import { createSearchService } from './search/service.ts';
import { registerSelfWatchRoutes } from './self-watch/routes.ts';
import { createSelfWatch } from './self-watch/service.ts';
import { readDatabaseClock } from './self-watch/store.ts';
import { announceDocumentErrors } from './status/announce.ts';
import { registerStatusRoutes } from './status/routes.ts';
import { createStatusStore } from './status/store.ts';
import { registerTokenRoutes } from './tokens/routes.ts';
import { createTokenService } from './tokens/service.ts';
import { createTokenStore } from './tokens/store.ts';

/** Reads a stored document again. Throws `DOCUMENT_FIELD` when this version no longer understands it. */
function parseStored(document: Record<string, unknown>) {
  const { canaries, errors } = parseDocuments(JSON.stringify(document), { fileName: 'stored' });
  const canary = canaries[0];
  if (!canary) throw new AppError('DOCUMENT_FIELD', { message: errors[0]?.message ?? 'the document has no checks' });
  return canary;
}

/**
 * Wires the features in their order: canaries, the scheduler with its writer and jobs, the health API, the server's
 * status and its watch over itself. Routes are declared at once; `start` reads the folder and begins to run checks.
 */
export function registerFeatures(platform: Platform): Features & FeatureServices {
  const { config, clock, random, log, database, contact, telemetry, live, properties, http } = platform;
  const newId = createIdSource(clock, randomBytes);
  const node = newId();
  const host = config.nodeName;
  const metricsOf = telemetry.checks;

  const canaryStore = createCanaryStore(database.pool);
  const canaries = createCanaryService({
    database,
    store: canaryStore,
    live,
    clock,
    random,
    newId,
    host,
    log,
    parse: parseStored,
    onRemoved: (ids) => {
      for (const id of ids) metricsOf.remove(id);
    },
  });
  const loader = createCanaryLoader(
    {
      versions: (ids) => contact.use(() => canaryStore.versions(ids)),
      load: (ids) => contact.use(() => canaryStore.load(ids)),
    },
    parseStored,
  );
  const maintenance = createMaintenanceStore(database.pool, log);
  const engine = createEngine({
    platform,
    properties: properties.current,
    lastResult: (check) => contact.use(() => readLastResult(database.pool, check)),
    scriptEnv: scriptEnvironment(config.execAllowedEnvs),
  });
  const spoolFolder = join(config.dataDir, ...(config.demo ? ['demo'] : []), 'spool');
  const spool = openSpool({
    folder: spoolFolder,
    node,
    pid: process.pid,
    log,
    onDropped: telemetry.resultsDropped,
  });
  const writer = createResultWriter({
    away: { spool, contact },
    limits: () => textLimits(properties.current()),
    database,
    live,
    node,
    host,
    newId,
    clock,
    log,
    onWritten: telemetry.resultsWritten,
    onRemoved: (ids) => ids.forEach(metricsOf.remove),
  });
  const runner = createRunner({ loader, engine: engine.run, writer, telemetry, clock, log });
  const claims = createClaimStore(database.pool);
  const jobs = createJobs({
    jobs: [
      ...maintenanceJobs(maintenance, claims.trimRuns, properties.current),
      ...retentionJobs(createRetentionStore(database.pool), properties.current),
    ],
    store: createJobStore(database),
    properties: properties.current,
    clock,
    log,
    host,
  });
  let scheduler: Scheduler | null = null;

  const summaryStore = createSummaryStore(database.pool, clock);
  const summary = createSummary(
    { ...summaryStore, rows: (filter) => contact.use(() => summaryStore.rows(filter), SUMMARY_LIMIT_MS) },
    clock,
    config.runnerName,
  );
  const selfWatch = createSelfWatch({
    canaries,
    clock,
    log,
    dataDir: config.dataDir,
    databaseClock: () => readDatabaseClock(database.pool),
    target: () => {
      const address = platform.address();
      return address && !config.demo ? { publicEndpoint: config.publicEndpoint } : null;
    },
  });
  const follow = async () => {
    await selfWatch.follow();
    summary.invalidate();
  };
  const sync = createFolderSync({
    documents: platform.documents,
    service: canaries,
    log,
    hasFolder: config.configDir !== null,
    onSynced: follow,
  });

  const edits = createCanaryEdits({ live, service: canaries, log, onAdopted: follow });

  const history = createHistoryStore(database.pool);
  const service = createHealthService({
    history,
    canaries,
    loader,
    runner,
    engine,
    clock,
    runnerName: config.runnerName,
    defaultWindowMs: config.defaultWindowMs,
    token: ({ canary }) => platform.values.value(canary.metadata.namespace, canary.webhook?.token),
  });
  const preferences = createPreferences(createPreferenceStore(database.pool), contact);
  const access = createAccessService(platform.authz, createAccessStore(database), host, preferences.of);
  registerAccessRoutes(
    platform,
    access,
    createWhyService(
      platform.authz,
      createWhyStore(database),
      (id) => callerOfToken({ db: database.pool, clock }, id),
      (id) => givenRoles(database.pool, id),
    ),
  );
  const elsewhere = platform.upstream?.admin
    ? createUpstreamAccounts({ admin: platform.upstream.admin, throttle: createThrottle(database.pool, clock) })
    : joinedAccounts;
  const accounts = platform.signIn?.admin ?? (config.identityUrl === null ? null : elsewhere);
  registerPeopleRoutes(http, createPeopleService({ accounts, database, authz: platform.authz, access }));
  registerAuditRoutes(platform, createAuditTrail(database));
  registerViewAsRoutes(platform);
  registerPreferenceRoutes(http, preferences);
  const mails = createMailStore(database);
  if (platform.signIn !== null) {
    registerIdentityRoutes(http, platform.signIn, config.publicEndpoint !== null);
    registerMailRoutes(http, mails, config.smtpUrl !== null);
  }
  if (platform.upstream !== null) {
    const publicUrl = config.publicEndpoint === null ? null : new URL('/', config.publicEndpoint);
    registerUpstreamRoutes(http, platform.upstream, publicUrl);
  }
  // It is reached with a token, which is somebody's.
  const cluster = config.mode === 'standalone' ? null : findCluster(config);
  if (config.mode !== 'standalone') {
    const defaultExpiry = () => properties.current().get('access_token.default_expiry');
    const store = createTokenStore(database);
    const tokens = createTokenService({ authz: platform.authz, store, clock, newId, defaultExpiry });
    registerTokenRoutes(http, tokens);
    registerKubernetesRoutes(platform, cluster, tokens);
  }
  registerHealthRoutes({
    platform,
    summary,
    service,
    history,
  });
  const rest = createRest({ database: createRestDatabase(database, contact), now: clock.now });
  registerRestRoutes({ platform, rest, guards: { canaries: guardCanaryWrite } });
  const search = createSearchService(platform, createSearchStore(database));
  registerSearchRoutes(http, search);
  registerMcpRoutes({ platform, rest, search, health: service });
  registerCanaryRoutes(http, canaries, follow);
  registerSchemaRoutes(http, createSchemaService(config));
  registerSelfWatchRoutes(http, selfWatch);
  registerStatusRoutes({
    platform,
    store: createStatusStore(database.pool),
    figures: () => scheduler?.figures() ?? null,
    selfWatch,
    hasCluster: cluster !== null,
  });

  return {
    canaries,
    async start() {
      const away = createAwayScheduling({
        node,
        nodes: createNodeStore(database.pool),
        claims,
        store: createAwayStore(database.pool),
        ahead: openAheadLog(join(spoolFolder, 'ahead.ndjson'), log),
        contact,
        isEmbedded: config.databaseUrl === null,
      });
      await away.recover();
      const started = createScheduler({
        id: node,
        name: host,
        address: platform.address()?.host ?? null,
        version: platform.version,
        nodes: away.nodes,
        claims: away.claims,
        listen: database.listen,
        clock,
        random,
        log,
        metrics: telemetry.scheduler,
        maxConcurrent: config.maxConcurrentChecks,
        alone: config.demo || config.databaseUrl === null,
        execute: runner.runSlot,
        disabled: () => properties.current().get('check.*.disabled') === 'true',
        jitterDisabled: () => properties.current().get('job.jitter.disable') === 'true',
      });
      scheduler = started;
      platform.shutdown.onStop('result writer', () => writer.stop());
      platform.shutdown.onStop('scheduler', async () => {
        const ended = started.stop();
        setTimeout(runner.abort, STOP_GRACE_MS).unref();
        await ended;
      });
      await database.listen(SCHEDULE_CHANNEL, summary.invalidate);
      // Read ahead, so that the first request does not wait for it.
      void rest.reload().catch(() => undefined);
      await database.listen(SCHEMA_CHANNEL, () => void rest.reload().catch(() => undefined));
      await started.start();
      writer.start();
      if (config.demo) {
        const { createDemo } = await import('./demo/service.ts');
        const demo = createDemo({ database, canaries, clock, log });
        platform.shutdown.onStop('demo', demo.stop);
        await demo.start();
      }
      announceDocumentErrors(platform);
      await sync.start();
      await edits.start();
      jobs.start();
      if (platform.signIn !== null) {
        const deliver = config.smtpUrl === null ? null : createSmtp(config.smtpUrl, config.mailFrom, platform.egress);
        const sender = createMailSender({ store: mails, deliver, log });
        platform.shutdown.onStop('mails', sender.stop);
        sender.start();
      }
      properties.onChange(jobs.follow);
      const remember = () => void summary.remember().catch(() => undefined);
      remember();
      const remembering = setInterval(remember, REMEMBER_MS);
      platform.shutdown.onStop('summary', () => clearInterval(remembering));
      platform.shutdown.onStop('jobs', async () => {
        await sync.stop();
        await edits.stop();
        await jobs.stop();
      });
    },
  };
}

/** Services that other parts of the server use. */
export interface FeatureServices {
  canaries: ReturnType<typeof createCanaryService>;
}

/** Told when tables, views or functions came or went; the name is PostgREST's, so that its tools go on to work. */
const SCHEMA_CHANNEL = 'pgrst';
/** The summary of a loaded database may take this long. */
const SUMMARY_LIMIT_MS = 15_000;
/** How often an answer to fall back to is looked after. */
const REMEMBER_MS = 60_000;
/** Runs under way may end on their own for this long after the stop began. */
const STOP_GRACE_MS = 3000;
