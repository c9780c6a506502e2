import type { CheckTypeForm } from '../../engine/types.ts';

/** The form of an icmp check (contract screens §13.2). */
export const icmpForm: CheckTypeForm = {
  id: 'icmp',
  label: 'ICMP Ping',
  advanced: false,
  fields: [
    { kind: 'text', path: 'endpoint', label: 'Host', required: true, placeholder: 'example.org' },
    { kind: 'number', path: 'packetCount', label: 'Packet count', min: 0, integer: true, placeholder: '5' },
    { kind: 'number', path: 'packetLossThreshold', label: 'Packet loss threshold', min: 0, unit: '%' },
    { kind: 'number', path: 'thresholdMillis', label: 'Threshold millis', min: 0, unit: 'ms' },
  ],
};
