import {
  type Browser,
  type BrowserContext,
  type Page,
  test as base,
  expect,
} from '@playwright/test'
import type { Locale } from '#messages/runtime'
import { type TestScanner, startTestScanner } from '#tools/clamd/test-scanner.ts'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { readSharedPostgres } from './shared-postgres.ts'

/**
 * A browser context of one user, with separate cookies and a language. A test fails if the console shows an unexpected
 * error.
 */
export interface BrowserUser {
  page: Page
  context: BrowserContext
  /** Ignores console errors that the test itself causes, such as a lost connection. */
  allowConsoleError: (pattern: RegExp) => void
}

interface WorkerFixtures {
  /** The marketplace in a separate process, connected to simulators of MercadoPago, Google and the mail server. */
  server: TestServer
}

interface TestFixtures {
  /** Opens a browser with the language `locale` and a viewport of `width` pixels. */
  openBrowser: (locale: Locale, width?: number) => Promise<BrowserUser>
}

/**
 * Matches the console errors to ignore: Chromium logs each failed request as an error, but the pages handle the
 * statuses 4xx and 502.
 */
const EXPECTED_CONSOLE_ERROR =
  /Failed to load resource: the server responded with a status of (4\d\d|502)/

/** The fixture of a test server for all tests of a worker. The parameters are those of `startTestServer`. */
function createServerFixture(...[settings, options]: Parameters<typeof startTestServer>) {
  const fixture = async ({}: object, use: (server: TestServer) => Promise<void>) => {
    const sharedPostgres = readSharedPostgres()
    const server = await startTestServer(settings, { ...options, sharedPostgres })
    await server.start()
    await use(server)
    await server.close()
  }
  return [fixture, { scope: 'worker', timeout: 90_000 }] as [
    typeof fixture,
    { scope: 'worker'; timeout: number },
  ]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: createServerFixture(),
  openBrowser: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    const allowedErrors: RegExp[] = []
    await use(async (locale, width = 1280) => {
      const context = await openContext(browser, server, locale, width)
      contexts.push(context)
      const page = await context.newPage()
      page.on('console', message => {
        if (message.type() === 'error' && !EXPECTED_CONSOLE_ERROR.test(message.text()))
          errors.push(message.text())
      })
      page.on('pageerror', error => errors.push(error.message))
      return { page, context, allowConsoleError: pattern => allowedErrors.push(pattern) }
    })
    await Promise.all(contexts.map(context => context.close()))
    expect(errors.filter(text => !allowedErrors.some(pattern => pattern.test(text)))).toEqual([])
  },
})

/** Like `test`, on a server of its own, whose products are those of the screens alone. */
export const screenTest = test.extend<object, WorkerFixtures>({
  server: createServerFixture(),
})

/** Like `test`, on a server of its own, for pages that show what other tests leave behind. */
export const separateServerTest = test.extend<object, WorkerFixtures>({
  server: createServerFixture(),
})

/**
 * Like `test`, but the server has a host name, since browsers allow no passkeys on an IP address, and requires a second
 * factor of admins.
 */
export const secondFactorTest = test.extend<object, WorkerFixtures>({
  server: createServerFixture({ ADMIN_SECOND_FACTOR: '1' }, { hostname: 'localhost' }),
})

/** Like `test`, on a server whose commission is higher from 10.000 on, so that a price just above it leaves less. */
export const risingCommissionTest = test.extend<object, WorkerFixtures>({
  server: createServerFixture({
    COMMISSION_TIERS: JSON.stringify([{ below: 10_000, percent: 5 }, { percent: 10 }]),
  }),
})

/** Like `test`, on a server whose product files are scanned for malware by the simulator `clamd`. */
export const scannedTest = test.extend<object, { clamd: TestScanner }>({
  clamd: [
    async ({}, use) => {
      const clamd = await startTestScanner()
      await use(clamd)
      await clamd.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ clamd }, use) => {
      const sharedPostgres = readSharedPostgres()
      const server = await startTestServer({ CLAMD_URL: clamd.url }, { sharedPostgres })
      await server.start()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

function openContext(
  browser: Browser,
  server: TestServer,
  locale: Locale,
  width: number,
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: server.origin,
    locale: locale === 'en' ? 'en-US' : 'es-AR',
    viewport: { width, height: 900 },
    acceptDownloads: true,
  })
}

export { expect }
