import { canaryText } from './journey.ts';
import type { Target } from './target.ts';

/**
 * A small world of eight checks over a target: `ledger/read` and `web/cart` fail, `audit` fails with low severity, five
 * pass.
 */
export function smallWorld(target: Target): Record<string, string> {
  target.fail('/read', '/cart', '/audit');
  return {
    'ledger.yaml': canaryText({
      name: 'ledger',
      namespace: 'payments',
      labels: { team: 'money', env: 'prod' },
      http: { 'ledger/read': target.url('/read'), 'ledger/write': target.url('/write') },
      tcp: { 'ledger/port': `127.0.0.1:${target.port}` },
    }),
    'web.yaml': canaryText({
      name: 'web',
      namespace: 'shop',
      labels: { team: 'front', env: 'prod' },
      http: { 'web/home': target.url('/home'), 'web/cart': target.url('/cart') },
    }),
    'audit.yaml': canaryText({
      name: 'audit',
      namespace: 'payments',
      severity: 'low',
      labels: { team: 'money', beta: 'true' },
      http: { audit: target.url('/audit') },
    }),
    'plain.yaml': canaryText({
      name: 'plain',
      labels: { team: 'base' },
      http: { 'plain/a': target.url('/a'), 'plain/b': target.url('/b') },
    }),
  };
}
