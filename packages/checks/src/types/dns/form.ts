import type { CheckTypeForm } from '../../engine/types.ts';

/** The entry of dns checks in the picker; they are written as code (contract screens §13.2). */
export const dnsForm: CheckTypeForm = {
  id: 'dns',
  label: 'DNS',
  initial: { query: 'example.org', querytype: 'A', minrecords: 1 },
};
