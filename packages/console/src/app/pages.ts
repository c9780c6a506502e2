import { accessPages } from '../features/access/routes.ts';
import { healthPages } from '../features/health/routes.ts';
import { hostedPages } from '../features/hosted/routes.ts';
import { settingsPages } from '../features/settings/routes.ts';
import type { Page } from './page.tsx';

/** Every page of the console: each feature declares its own, in chunks of their own. */
export const pages: readonly Page[] = [...healthPages, ...hostedPages, ...settingsPages, ...accessPages];
