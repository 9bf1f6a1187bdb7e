import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { type Order, createPreference, getOrder } from '#contract/orders/orders.ts'
import type { OwnershipProof } from '#contract/orders/completion.ts'
import { type App, createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { jobs, schedules } from '#server/db/schema/index.ts'
import { createErrorReporter } from '#server/error-reports/error-reporter.ts'
import { createLogger } from '#server/logger.ts'
import { loadWebBuild } from '#server/ssr/pages.ts'
import { startGoogleSimulator } from '#simulators/google/start.ts'
import type { InboxFault } from '#simulators/inbox/faults.ts'
import { startInboxSimulator } from '#simulators/inbox/start.ts'
import { COUNTRY_SETTINGS } from '#simulators/mercadopago/country-settings.ts'
import { startMercadoPagoSimulator } from '#simulators/mercadopago/start.ts'
import {
  copyRows,
  dumpDatabase,
  emptyDatabase,
  openTestDatabase,
} from '../database/test-database.ts'
import { findFreePort } from '../database/postgres-server.ts'
import { insertTestCategories } from './test-categories.ts'
import { describeUnfinishedWork, isDueJob } from './due-jobs.ts'
import { measurePrice } from '../../scripts/prices.ts'
import { SecretLeakDetector } from './secret-leak-detector.ts'
import {
  type ProductInput,
  registerCreator,
  linkMercadoPago,
  publishProduct,
} from '../api-client/creator.ts'
import { createZipFile } from '../api-client/sample-files.ts'
import { MercadoPagoControl } from '../api-client/mercadopago-control.ts'
import { ApiClient } from '../api-client/api-client.ts'
import {
  type ProductRow,
  findSignedInUser,
  insertPaymentAccount,
  insertProductOnSale,
  insertSignedInUser,
} from './rows.ts'
import type { ReceivedMail } from '../api-client/received-mail.ts'

export type { ReceivedMail } from '../api-client/received-mail.ts'
export { PASSWORD } from '../api-client/creator.ts'

const BUILD_DIR = join(import.meta.dirname, '../../build')

/** How long tests wait for what happens beside them, in milliseconds. It takes its time on a busy machine. */
const WAIT_MS = 15_000

/** Calls `read` until it returns a value. It works inside and outside of tests. */
function waitForValue<T>(read: () => Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      const value = await read()
      if (value === undefined) throw new Error('no value came in time')
      return value
    },
    { timeout: WAIT_MS, interval: 25 },
  )
}

/** The client of a user who is signed in, with the email and id of the account. */
export type SignedInUser = ApiClient & { email: string; id: number }

/** The app on a test database, connected to simulators of MercadoPago and mail. */
export type TestApp = Awaited<ReturnType<typeof openTestApp>>

/**
 * Starts the app for a test file. `settings` are environment variables. `google` adds the sign-in with Google. `pages`
 * serves the built web pages. `database` replaces the new test database. `startProxy` starts a proxy in front of the
 * app's port and returns its origin, which visitors use. The test file must close the app at the end, which also checks
 * the log for secrets. Most files share an app by `useTestApp` instead.
 */
export function createTestApp(
  ...parameters: Parameters<typeof openTestApp>
): ReturnType<typeof openTestApp> {
  return measurePrice('app', () => openTestApp(...parameters))
}

/** Returns the provider's code of the country with a currency. */
const findSite = (currency = 'ARS') =>
  Object.values(COUNTRY_SETTINGS).find(site => site.currency === currency)!.id

async function openTestApp(
  settings: Record<string, string> = {},
  {
    google: withGoogle = false,
    pages = false,
    database: existingDatabase,
    startProxy = async port => `http://127.0.0.1:${port}`,
  }: {
    google?: boolean
    pages?: boolean
    database?: OpenDatabase
    startProxy?: (port: number) => Promise<string>
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-test-'))
  const port = await findFreePort()
  const origin = await startProxy(port)
  const mercadoPago = await startMercadoPagoSimulator({
    clientId: '42',
    clientSecret: 'shop-secret',
    webhookSecret: 'shop-webhook-secret',
    redirectUris: [`${origin}/api/mercadopago/callback`],
    webhookUrl: `${origin}/api/public/mercadopago/webhook`,
    retryScheduleMs: [100, 300, 900],
    site: findSite(settings['CURRENCY']),
  })
  const inbox = await startInboxSimulator({})
  const googleClient = { clientId: 'shop', clientSecret: 'shop-google-secret' }
  const google = withGoogle
    ? await startGoogleSimulator({
        clients: [{ ...googleClient, redirectUris: [`${origin}/api/public/auth/google/callback`] }],
      })
    : undefined
  const leakDetector = new SecretLeakDetector()
  const config = readConfig({
    APP_ENV: 'test',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: folder,
    SMTP_URL: inbox.smtpUrl,
    CAPTCHA_COST: '1',
    CAPTCHA_ATTEMPTS: '10',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'debug',
    MERCADOPAGO_API_ORIGIN: mercadoPago.origin,
    MERCADOPAGO_AUTH_ORIGIN: mercadoPago.origin,
    MERCADOPAGO_CLIENT_ID: '42',
    MERCADOPAGO_CLIENT_SECRET: 'shop-secret',
    MERCADOPAGO_WEBHOOK_SECRET: 'shop-webhook-secret',
    ...(google && {
      GOOGLE_ISSUER: google.origin,
      GOOGLE_CLIENT_ID: googleClient.clientId,
      GOOGLE_CLIENT_SECRET: googleClient.clientSecret,
    }),
    ...settings,
  })
  for (const secret of [
    config.orderTokenKey,
    config.captcha.secret,
    config.mercadoPago.clientSecret,
    ...config.mercadoPago.webhookSecrets,
    googleClient.clientSecret,
    ...config.encryptionKeys.map(({ key }) => key.toString('base64')),
  ])
    leakDetector.addSecret('setting', secret)
  const database = existingDatabase ?? (await openTestDatabase())
  const log = createLogger(config.logLevel, {
    destination: leakDetector.logStream,
    onError: createErrorReporter(config)?.report,
  })
  const web = pages ? () => loadWebBuild(BUILD_DIR) : undefined
  const app: App = await createApp(config, database, { log, web })
  await app.server.listen({ port, host: '127.0.0.1' })
  await recordScheduleRuns(app, database)
  app.worker.start()
  await app.processReporter.start()
  const provider = new MercadoPagoControl(mercadoPago.origin)

  async function listMails(address: string): Promise<ReceivedMail[]> {
    return readInbox(`?to=${encodeURIComponent(address)}`)
  }

  async function readInbox(query = ''): Promise<ReceivedMail[]> {
    const response = await fetch(`${inbox.origin}/api/messages${query}`)
    const mails = (await response.json()) as ReceivedMail[]
    for (const { to, text } of mails) {
      leakDetector.addSecret('email address', to)
      leakDetector.addMailedTokens(text)
    }
    return mails
  }

  /** Waits for a mail to an address. */
  async function waitForMail(address: string, subject = /./): Promise<ReceivedMail> {
    return waitForValue(async () =>
      (await listMails(address)).find(mail => subject.test(mail.subject)),
    )
  }

  /** Waits for a mail with a link to the page `screen` of the site. Resolves to the token of the newest such link. */
  async function waitForLinkToken(address: string, screen: string): Promise<string> {
    const link = new RegExp(`${origin}/${screen}/([\\w-]+)`)
    const newest = async () => {
      const mails = await listMails(address)
      return mails
        .toSorted((a, b) => a.date.localeCompare(b.date))
        .flatMap(({ text }) => link.exec(text)?.[1] ?? [])
        .at(-1)
    }
    return waitForValue(newest)
  }

  const visitor = (headers?: Record<string, string>) => new ApiClient(origin, headers, leakDetector)

  const rows = { db: database.db, config, provider }

  /** Inserts a verified account and returns its signed-in client. */
  async function creator(
    email = `${randomUUID().slice(0, 8)}@creators.test`,
  ): Promise<SignedInUser> {
    const person = visitor()
    const id = await measurePrice('people', () => insertSignedInUser(rows, person, email))
    return Object.assign(person, { email, id })
  }

  /** Inserts a verified account with a linked MercadoPago account. */
  async function seller() {
    const person = await creator()
    await measurePrice('people', () => insertPaymentAccount(rows, person.id))
    return person
  }

  /** Inserts a product on sale of the user who is signed in at a client. */
  async function publish(person: ApiClient, product?: ProductRow) {
    return measurePrice('products', async () =>
      insertProductOnSale(rows, await findSignedInUser(rows, person), product),
    )
  }

  /** Orders products. Resolves to the id of the preference, the id of the order and the token of the order page. */
  async function order(
    person: ApiClient,
    products: { id: number; dynamicPrice?: number; completes?: OwnershipProof }[],
    payerEmail = 'buyer@mail.test',
  ) {
    const answer = await measurePrice('orders', () =>
      person.call(createPreference, { body: { products, payerEmail } }),
    )
    if (!answer.ok) throw new Error(`not ordered: ${answer.code}`)
    const preferenceId = new URL(answer.body.init_point).searchParams.get('pref_id')
    const { preferences } = await provider.readLedger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    const token = new URL(preference.back_urls.success).searchParams.get('order')!
    return { preferenceId: preference.id, orderId: preference.external_reference, token }
  }

  async function readOrder(token: string): Promise<Order> {
    const answer = await visitor().call(getOrder, { params: { token }, query: {} })
    if (!answer.ok) throw new Error(answer.code)
    return answer.body
  }

  /** Waits until the buyer's order page shows a state. */
  async function waitForOrderState(token: string, state: Order['state']): Promise<Order> {
    return waitForValue(async () => {
      const order = await readOrder(token)
      return order.state === state ? order : undefined
    })
  }

  /**
   * Waits until no webhook of the provider is under way and no job is waiting or running, except those that were
   * scheduled for more than a minute from now.
   */
  async function waitForJobs(): Promise<void> {
    const describeDueJobs = async () => {
      const due = await database.db
        .select({ kind: jobs.kind, lastError: jobs.lastError })
        .from(jobs)
        .where(isDueJob)
      return due.length > 0 ? `jobs are waiting: ${JSON.stringify(due)}` : undefined
    }
    await vi.waitFor(
      async () => {
        const unfinished = await describeUnfinishedWork(provider, describeDueJobs)
        if (unfinished !== undefined) throw new Error(unfinished)
      },
      { timeout: WAIT_MS, interval: 25 },
    )
  }

  /**
   * Starts a second app on the same database, like a second server process, which may have other settings, and
   * connections of its own. Close it before the first app.
   */
  async function startSecondApp(changes: Partial<Config> = {}, ownDatabase = database) {
    const options = { log, web }
    const secondApp = await createApp({ ...config, ...changes }, ownDatabase, options)
    const address = await secondApp.server.listen({ port: 0, host: '127.0.0.1' })
    return {
      origin: address,
      app: secondApp,
      // Both processes are behind one proxy, so browsers know a single origin.
      visitor: () => new ApiClient(address, { origin }, leakDetector),
      close: () => secondApp.close(),
    }
  }

  /**
   * Restores the initial state: all tables are empty except the categories, the inbox is empty, and the simulators
   * have no faults.
   */
  async function reset(): Promise<void> {
    // The worker is stopped and waiting webhooks are dropped first, so that none arrives during the next test.
    await app.worker.stop()
    await Promise.all([provider.deleteState(), setMailFault('none'), readInbox()])
    await Promise.all([
      emptyDatabase(database)
        .then(() => insertTestCategories(database.db))
        .then(() => recordScheduleRuns(app, database)),
      emptyStorage(),
      fetch(`${inbox.origin}/api/messages`, { method: 'DELETE' }),
    ])
    app.responseCache.clear()
    app.worker.start()
  }

  /** Makes a schedule due, and waits until it has run and its jobs are done. A run that fails throws its error. */
  async function runSchedule(name: string): Promise<void> {
    const read = async () => {
      const [row] = await database.db.select().from(schedules).where(eq(schedules.name, name))
      return row!
    }
    const before = await read()
    await database.db
      .update(schedules)
      .set({ nextAt: new Date(0) })
      .where(eq(schedules.name, name))
    const hasFailed = (row: typeof before) => Number(row.failedAt) !== Number(before.failedAt)
    const ended = await waitForValue(async () => {
      const row = await read()
      const isDone = Number(row.doneAt) !== Number(before.doneAt)
      return isDone || hasFailed(row) ? row : undefined
    })
    if (hasFailed(ended)) throw new Error(ended.lastError!)
    await waitForJobs()
  }

  /**
   * Copies all rows and stored files. The simulators are not copied.
   * @returns a function that restores them, while no job runs
   */
  async function saveState(): Promise<() => Promise<void>> {
    const restoreRows = await copyRows(database)
    const storage = join(folder, 'storage')
    const copy = join(folder, 'storage-copy')
    await rm(copy, { recursive: true, force: true })
    await cp(storage, copy, { recursive: true, preserveTimestamps: true })
    const restore = async () => {
      await restoreRows()
      await emptyStorage()
      await cp(copy, storage, { recursive: true, preserveTimestamps: true })
      app.responseCache.clear()
    }
    return () => measurePrice('reset', restore)
  }

  async function emptyStorage(): Promise<void> {
    for (const root of ['files', 'images', 'uploads', 'trash/files', 'trash/images'])
      for (const name of await listFolder(join(folder, 'storage', root)))
        await rm(join(folder, 'storage', root, name), { recursive: true, force: true })
  }

  async function setMailFault(mode: InboxFault): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ mode })
    await fetch(`${inbox.origin}/api/fault`, { method: 'PUT', headers, body })
  }

  /** Checks that the log since the last check contains no secret. */
  async function checkLog(): Promise<void> {
    await readInbox()
    leakDetector.assertNoLeaks()
    leakDetector.clear()
  }

  async function close(): Promise<void> {
    await app.close()
    await readInbox()
    await database.close()
    await Promise.all([mercadoPago.close(), inbox.close(), google?.close()])
    await rm(folder, { recursive: true, force: true })
    leakDetector.assertNoLeaks()
  }

  return {
    origin,
    startSecondApp,
    waitForJobs,
    dumpDatabase: () => dumpDatabase(database),
    config,
    app,
    db: database.db,
    database,
    folder,
    provider,
    visitor,
    leakDetector,
    /** Sets the fault mode of the Google simulator: `down` makes every request fail. */
    async setGoogleFault(mode: 'down' | 'none'): Promise<void> {
      await fetch(`${google!.origin}/control/fault`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode }),
      }).then(reply => reply.text())
    },
    creator,
    seller,
    linkMercadoPago,
    publish,
    /** Registers, verifies and signs in an account as people do, by the pages' calls and the emails. */
    register: (person: ApiClient, email: string) =>
      registerCreator(person, email, async address => (await waitForMail(address)).text),
    /** Publishes a product as its seller does, by uploading a file and a cover. */
    upload: (person: ApiClient, product?: ProductInput) =>
      publishProduct(person, { file: createZipFile(64 * 1024), ...product }),
    order,
    readOrder,
    waitForOrderState,
    waitForMail,
    listMails,
    waitForLinkToken,
    reset: () => measurePrice('reset', reset),
    saveState,
    runSchedule,
    /** Takes the mail service away (`down`), makes it refuse every recipient, or brings it back (`none`). */
    setMailFault,
    checkLog,
    close: () => measurePrice('app', close),
  }
}

/**
 * Records that all schedules have just run, since they would take longer than most tests. A test that needs one calls
 * `runSchedule`.
 */
async function recordScheduleRuns({ worker }: App, { db }: OpenDatabase): Promise<void> {
  const doneAt = new Date()
  const rows = [...worker.scheduleIntervals].map(([name, everyMs]) => {
    return { name, doneAt, nextAt: new Date(doneAt.getTime() + everyMs) }
  })
  await db.insert(schedules).values(rows).onConflictDoNothing()
}

/** Lists the names in a folder; none if there is no folder, since the files are in an object storage. */
const listFolder = (path: string): Promise<string[]> => readdir(path).catch(() => [])
