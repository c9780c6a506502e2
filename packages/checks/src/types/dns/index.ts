import type { CheckType } from '../../engine/types.ts';
import { dnsForm } from './form.ts';
import { runDns } from './run.ts';
import { type DnsSpec, dnsSchema } from './schema.ts';

/** Asks a DNS server and compares its answer (contract checks §2.2). */
export const dnsCheck: CheckType<DnsSpec> = {
  type: 'dns',
  key: 'dns',
  title: 'DNS',
  description: 'Asks a DNS server and checks the number or the exact list of records.',
  icon: 'dns',
  schema: dnsSchema,
  forms: [dnsForm],
  templating: false,
  endpoint: (spec) => [spec.query, spec.server].filter(Boolean).join('@'),
  host: (spec) => spec.server,
  run: runDns,
};
