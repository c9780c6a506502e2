import type { CheckForm } from '@quarterdeck/contract';
import { inExecutionOrder } from '../engine/execution-order.ts';
import type { CheckType } from '../engine/types.ts';
import { alertmanagerCheck } from './alertmanager/index.ts';
import { dnsCheck } from './dns/index.ts';
import { execCheck } from './exec/index.ts';
import { folderCheck } from './folder/index.ts';
import { httpCheck } from './http/index.ts';
import { icmpCheck } from './icmp/index.ts';
import { junitCheck } from './junit/index.ts';
import { mysqlCheck } from './mysql/index.ts';
import { postgresCheck } from './postgres/index.ts';
import { prometheusCheck } from './prometheus/index.ts';
import { redisCheck } from './redis/index.ts';
import { tcpCheck } from './tcp/index.ts';
import { typesWithoutRunner } from './unavailable/index.ts';
import { webhookCheck } from './webhook/index.ts';

/** The check types that run, in execution order. A new one is its folder and its line here. */
export const checkTypes: CheckType[] = inExecutionOrder<CheckType>([
  alertmanagerCheck,
  dnsCheck,
  execCheck,
  folderCheck,
  httpCheck,
  icmpCheck,
  junitCheck,
  mysqlCheck,
  postgresCheck,
  prometheusCheck,
  redisCheck,
  tcpCheck,
  webhookCheck,
]);

/** Types whose documents are read and stored although nothing runs them here (contract checks §1.3). */
export const knownTypes: CheckType[] = inExecutionOrder(typesWithoutRunner);

/** All that a document may use, in execution order. */
export const allTypes: CheckType[] = inExecutionOrder([...checkTypes, ...knownTypes]);

/** The kinds of checks that the console offers, by label: those of the types that run. */
export function checkForms(types: readonly CheckType[] = checkTypes): CheckForm[] {
  const forms = types.flatMap(({ key, description, icon, forms: own = [] }) =>
    own.map((form): CheckForm => ({ keys: [key], description, icon, ...form })),
  );
  return forms.toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}
