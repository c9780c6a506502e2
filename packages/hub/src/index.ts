export { type HubOptions, type RunningHub, startHub } from './hub.ts';
export { type ServeHubOptions, serveHub } from './main.ts';
export { type Operator, openOperator, type Placement } from './operator.ts';
