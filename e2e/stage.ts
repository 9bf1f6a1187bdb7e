import {
  type Browser,
  type BrowserContext,
  type Page,
  test as base,
  expect,
} from '@playwright/test'
import type { Locale } from '#messages/runtime'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'

/** A visitor's or creator's own browser: cookies of its own, a language, no console errors. */
export interface Person {
  page: Page
  context: BrowserContext
  /** Lets a complaint of the console pass that the story itself brings about, such as a lost connection. */
  forgive: (complaint: RegExp) => void
}

interface Worker {
  /** The marketplace as a process, with its outside world. */
  town: TestServer
}

interface Tools {
  /** Opens a browser for someone who reads `locale`, on a screen of `width` pixels. */
  someone: (locale: Locale, width?: number) => Promise<Person>
}

/** Console lines that say something is broken; a refused call is the page's business, not an error of it. */
const HARMLESS = /Failed to load resource: the server responded with a status of (4\d\d|502)/

export const test = base.extend<Tools, Worker>({
  town: [
    async ({}, use) => {
      const town = await startTestServer()
      await town.start()
      await use(town)
      await town.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  someone: async ({ browser, town }, use) => {
    const opened: BrowserContext[] = []
    const complaints: string[] = []
    const forgiven: RegExp[] = []
    await use(async (locale, width = 1280) => {
      const context = await openContext(browser, town, locale, width)
      opened.push(context)
      const page = await context.newPage()
      page.on('console', message => {
        if (message.type() === 'error' && !HARMLESS.test(message.text()))
          complaints.push(message.text())
      })
      page.on('pageerror', error => complaints.push(error.message))
      return { page, context, forgive: complaint => forgiven.push(complaint) }
    })
    await Promise.all(opened.map(context => context.close()))
    expect(complaints.filter(text => !forgiven.some(each => each.test(text)))).toEqual([])
  },
})

function openContext(
  browser: Browser,
  town: TestServer,
  locale: Locale,
  width: number,
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: town.origin,
    locale: locale === 'en' ? 'en-US' : 'es-AR',
    viewport: { width, height: 900 },
    acceptDownloads: true,
  })
}

export { expect }
