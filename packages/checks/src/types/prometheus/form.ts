import type { CheckTypeForm } from '../../engine/types.ts';

/** The entry of prometheus checks in the picker; they are written as code (contract screens §13.2). */
export const prometheusForm: CheckTypeForm = {
  id: 'prometheus',
  label: 'Prometheus',
  initial: { url: 'http://prometheus:9090', query: 'up', test: { expr: 'double(value) == 1.0' } },
};
