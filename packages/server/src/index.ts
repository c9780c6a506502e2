export { type Config, type ConfigOverrides, type ConfigProblem, loadConfig } from './config.ts';
export { configReference } from './config-reference.ts';
export { type RunningServer, type StartOptions, startServer, VERSION } from './container.ts';
export { EXIT, type ServeOptions, serve } from './main.ts';
export { createDocuments } from './platform/documents/documents.ts';
export { createEgress } from './platform/egress/egress.ts';
export { createConnections } from './platform/secrets/connections.ts';
export { createValueSources } from './platform/secrets/values.ts';
export { createLog } from './platform/telemetry/log.ts';
