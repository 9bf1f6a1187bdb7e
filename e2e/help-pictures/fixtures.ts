import { test as base } from '@playwright/test'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { runCommandOrThrow } from '../../scripts/processes.ts'
import { readSharedPostgres } from '../shared-postgres.ts'

/**
 * A test on a marketplace that has the demo data of `npm start`. Its origin has a name, since browsers offer passkeys
 * only there.
 */
export const demoTest = base.extend<object, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const sharedPostgres = readSharedPostgres()
      const server = await startTestServer({}, { hostname: 'localhost', sharedPostgres })
      await runCommandOrThrow(process.execPath, ['demo/main.ts'], {
        env: { ...server.env, LOG_LEVEL: 'warn' },
      })
      await server.start()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
