import { defineConfig } from 'vitest/config';

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
          include: [
            'packages/{contract,kit,expr,checks,db,restql,selectors,server,cli}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.server.test.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          include: ['packages/{ui,console}/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/*/src/**/*.server.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
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
