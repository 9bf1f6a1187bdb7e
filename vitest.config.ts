import { defineConfig } from 'vitest/config'

const common = {
  setupFiles: 'tools/test-app/file-price.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Jobs and mails that happen beside a test take their time on a busy machine.
  expect: { poll: { timeout: 15_000 } },
}

/**
 * `unit` needs no database. `components` shows parts of the web in a browser, without a server. `postgres` is the whole
 * server suite on a PostgreSQL server. `smoke` repeats the files named `*.smoke.test.ts` on the embedded database:
 * start, migrate, publish, buy, search, and the races that one connection can have. `systems` runs the server with
 * other systems, which `npm run test:systems` installs. `drill` is the one of them that `npm test` runs too, where
 * restic and Debian's PostgreSQL are installed.
 */
export default defineConfig({
  test: {
    // Tests wait for a third of their time, for jobs, emails and time limits, so two cores run more workers.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          exclude: [
            'test/access/**',
            'test/fuzz/**',
            'test/systems/**',
            'web/**/*.component.test.ts',
          ],
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'components',
          include: ['web/**/*.component.test.ts'],
          isolate: false,
          globalSetup: 'tools/component-page/component-setup.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: ['server/**/*.test.ts', 'test/access/*.test.ts', 'test/fuzz/*.test.ts'],
          // Opens the embedded database itself.
          exclude: ['server/db/client.smoke.test.ts'],
          // Each file opens an app and a database of its own; loading the server anew for it would take a fifth of
          // the time.
          isolate: false,
          globalSetup: 'tools/database/postgres-setup.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'systems',
          include: ['test/systems/*.test.ts'],
          globalSetup: [
            'tools/database/postgres-setup.ts',
            'tools/database/backup-setup.ts',
            'tools/cluster/proxy-setup.ts',
            'tools/object-storage/swift-setup.ts',
            'tools/clamd/clamd-setup.ts',
            'tools/archive-programs.ts',
            'tools/cluster/cluster-setup.ts',
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'drill',
          include: ['test/systems/restore-drill.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'smoke',
          include: ['server/**/*.smoke.test.ts'],
          isolate: false,
          globalSetup: 'tools/database/embedded-setup.ts',
        },
      },
    ],
  },
})
