import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/support/properties.ts'];
/** How long a test may take on a loaded machine; no test is about time. */
const testTimeout = 20_000;

/**
 * `unit` and `browser`: no server needed. `server`: against real servers, PostgreSQL among them. `system`: the built
 * product killed, cut off and compared. `e2e`: the built product in Chromium. `npm run check` runs the first two,
 * `npm test` all.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          testTimeout,
          include: [
            'packages/{contract,kit,expr,checks,db,restql,selectors,identity,server,hub,cli}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.server.test.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          setupFiles,
          testTimeout,
          include: ['packages/{ui,console}/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'server',
          setupFiles,
          include: ['packages/*/src/**/*.server.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles,
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // A journey that a loaded machine made late is walked once more; kills and comparisons never are.
          retry: 1,
        },
      },
      {
        test: {
          name: 'system',
          setupFiles,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
