import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { type Order, createPreference, getOrder } from '#contract/orders.ts'
import { type App, createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { categories, jobs, subcategories } from '#server/db/schema/index.ts'
import { createLogger } from '#server/logger.ts'
import { builtWeb } from '#server/ssr/pages.ts'
import { startGoogle } from '#simulators/google/start.ts'
import { startInbox } from '#simulators/inbox/start.ts'
import { startMercadoPago } from '#simulators/mercadopago/start.ts'
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts'
import { findFreePort } from '../database/postgres-server.ts'
import { SecretLeakDetector } from './secret-leak-detector.ts'
import { registerCreator, linkMercadoPago, publishProduct } from '../api-client/creator.ts'
import { MercadoPagoControl } from '../api-client/mercadopago-control.ts'
import { ApiClient } from '../api-client/api-client.ts'

export { PASSWORD } from '../api-client/creator.ts'

/** A mail as the inbox shows it. */
export interface ReceivedMail {
  id: string
  to: string
  subject: string
  replyTo: string
  text: string
  html: string
  messageId: string
  /** ISO 8601. */
  date: string
}

const BUILD_DIR = join(import.meta.dirname, '../../build')

/** What comes to be within ten seconds, in a test or before it. */
function waitForValue<T>(look: () => Promise<T | undefined>): Promise<T> {
  return vi.waitFor(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error('it did not come')
      return found
    },
    { timeout: 10_000, interval: 50 },
  )
}

/** The real app on a real database, beside a MercadoPago and an inbox that are real servers. */
export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/**
 * Opens a shop for a test file. `settings` are environment variables; with `google` the external sign-in is
 * there too; with `pages` the web's build is served. Close it when the file is done: closing judges what was logged.
 */
export async function createTestApp(
  settings: Record<string, string> = {},
  { google: withGoogle = false, pages = false } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-test-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const mercadoPago = await startMercadoPago({
    clientId: '42',
    clientSecret: 'shop-secret',
    webhookSecret: 'shop-webhook-secret',
    redirectUris: [`${origin}/api/mercadopago/callback`],
    webhookUrl: `${origin}/api/public/mercadopago/webhook`,
    retryScheduleMs: [100, 300, 900],
  })
  const inbox = await startInbox({})
  const googleClient = { clientId: 'shop', clientSecret: 'shop-google-secret' }
  const google = withGoogle
    ? await startGoogle({
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
  const database = await openTestDatabase()
  const app: App = await createApp(config, database, {
    log: createLogger(config.logLevel, leakDetector.logStream),
    web: pages ? server => builtWeb(server, BUILD_DIR) : undefined,
  })
  await app.server.listen({ port, host: '127.0.0.1' })
  app.worker.start()
  const provider = new MercadoPagoControl(mercadoPago.origin)

  async function listMails(address: string): Promise<ReceivedMail[]> {
    return readInbox(`?to=${encodeURIComponent(address)}`)
  }

  async function readInbox(query = ''): Promise<ReceivedMail[]> {
    const response = await fetch(`${inbox.origin}/api/messages${query}`)
    const mails = (await response.json()) as ReceivedMail[]
    for (const { text } of mails) leakDetector.addMailedTokens(text)
    return mails
  }

  /** Waits for a mail to an address. */
  async function waitForMail(address: string, subject = /./): Promise<ReceivedMail> {
    return waitForValue(async () =>
      (await listMails(address)).find(mail => subject.test(mail.subject)),
    )
  }

  /** Waits for a mail with a link to one of the site's screens. Resolves to the newest link's token. */
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

  /** Two categories of two subcategories each. */
  async function insertTestCategories(): Promise<void> {
    for (const [position, slug] of ['ebooks', 'music'].entries()) {
      const [category] = await database.db
        .insert(categories)
        .values({ slug, nameEs: `${slug} es`, nameEn: `${slug} en`, position })
        .returning()
      await database.db.insert(subcategories).values(
        ['one', 'two'].map((name, index) => ({
          categoryId: category!.id,
          slug: `${slug}-${name}`,
          nameEs: `${slug} ${name} es`,
          nameEn: `${slug} ${name} en`,
          position: index,
        })),
      )
    }
  }

  /** A verified creator at their browser. */
  async function creator(
    email = `${randomUUID().slice(0, 8)}@creators.test`,
  ): Promise<ApiClient & { email: string }> {
    const person = visitor()
    await registerCreator(person, email, async address => (await waitForMail(address)).text)
    return Object.assign(person, { email })
  }

  /** A creator who can be paid. */
  async function seller() {
    const person = await creator()
    await linkMercadoPago(person)
    return person
  }

  /** Orders products; the answer tells the preference's id and the order's token. */
  async function order(
    person: ApiClient,
    products: { id: number; dynamicPrice?: number }[],
    payerEmail = 'buyer@mail.test',
  ) {
    const answer = await person.call(createPreference, { body: { products, payerEmail } })
    if (!answer.ok) throw new Error(`not ordered: ${answer.code}`)
    const { preferences } = await provider.readLedger()
    const preference = preferences.at(-1)!
    const token = new URL(preference.back_urls.success).searchParams.get('order')!
    return { preferenceId: preference.id, orderId: preference.external_reference, token }
  }

  async function readOrder(token: string): Promise<Order> {
    const answer = await visitor().call(getOrder, { params: { token } })
    if (!answer.ok) throw new Error(answer.code)
    return answer.body
  }

  /** Waits until a buyer sees the order in a state. */
  async function waitForOrderState(token: string, state: Order['state']): Promise<Order> {
    await expect.poll(async () => (await readOrder(token)).state, { timeout: 15_000 }).toBe(state)
    return readOrder(token)
  }

  /** Waits until no job is due or under way. */
  async function waitForJobs(): Promise<void> {
    const waiting = () =>
      database.db
        .select({ kind: jobs.kind, lastError: jobs.lastError })
        .from(jobs)
        .where(eq(jobs.state, 'waiting'))
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([])
  }

  /** All rows of the database as one text, but for the worker's schedules, which change by themselves. */
  async function dumpDatabase(): Promise<string> {
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schedules' order by 1`,
    )
    const tables = []
    for (const { name } of rows) {
      const { rows: content } = await database.db.execute(sql.raw(`select * from ${name}`))
      tables.push([name, ...content.map(row => JSON.stringify(row)).sort()].join('\n'))
    }
    return tables.join('\n\n')
  }

  /** The app once more on the same database, as another process would run it. Close it before the shop. */
  async function startSecondApp(): Promise<{
    visitor: () => ApiClient
    close: () => Promise<void>
  }> {
    const secondApp = await createApp(config, database, {
      log: createLogger(config.logLevel, leakDetector.logStream),
      web: pages ? server => builtWeb(server, BUILD_DIR) : undefined,
    })
    const address = await secondApp.server.listen({ port: 0, host: '127.0.0.1' })
    return {
      visitor: () => new ApiClient(address, {}, leakDetector),
      close: () => secondApp.close(),
    }
  }

  return {
    origin,
    startSecondApp,
    waitForJobs,
    dumpDatabase,
    config,
    app,
    db: database.db,
    folder,
    provider,
    visitor,
    leakDetector,
    /** The external sign-in goes down, or comes back. */
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
    publish: publishProduct,
    order,
    readOrder,
    waitForOrderState,
    waitForMail,
    listMails,
    waitForLinkToken,
    /** As on opening: empty tables but for the shelves, nothing in the inbox, no faults outside. */
    async reset() {
      // A mail under way would arrive in the next test.
      await app.worker.stop()
      await readInbox()
      await emptyDatabase(database)
      app.responseCache.clear()
      for (const root of ['files', 'images'])
        for (const name of await readdir(join(folder, 'storage', root)))
          await rm(join(folder, 'storage', root, name), { recursive: true, force: true })
      await insertTestCategories()
      await provider.reset()
      await fetch(`${inbox.origin}/api/messages`, { method: 'DELETE' })
      app.worker.start()
    },
    async close() {
      await app.close()
      await readInbox()
      await database.close()
      await Promise.all([mercadoPago.close(), inbox.close(), google?.close()])
      await rm(folder, { recursive: true, force: true })
      leakDetector.assertNoLeaks()
    },
  }
}
