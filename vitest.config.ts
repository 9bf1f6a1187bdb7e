import { defineConfig } from 'vitest/config'

const shared = {
  include: ['server/**/*.test.ts', 'test/access/*.test.ts'],
  // Each file opens a shop and a database of its own; loading the server anew for it would take a fifth of the time.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What happens beside the test, a job or a mail, may take its time on a busy machine.
  expect: { poll: { timeout: 15_000 } },
}

/** The suite runs on both databases; what needs none runs once. */
export default defineConfig({
  test: {
    // Two cores: the databases are processes of their own.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'house',
          include: ['contract/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: ['test/access/**'],
          testTimeout: 60_000,
          expect: shared.expect,
        },
      },
      {
        test: {
          ...shared,
          name: 'embedded',
          // What only a server of many connections, or its planner at size, can show.
          exclude: ['**/*.postgres.test.ts'],
          globalSetup: 'tools/database/embedded-setup.ts',
        },
      },
      { test: { ...shared, name: 'postgres', globalSetup: 'tools/database/postgres-setup.ts' } },
    ],
  },
})
