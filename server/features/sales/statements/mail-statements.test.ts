import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { listNotifications, updateNotificationSettings } from '#contract/notifications.ts'
import type { Transaction } from '#server/db/client.ts'
import { notifyUser } from '#server/features/notifications/service.ts'
import { findFormerAddresses } from '#server/features/accounts/recovery/email-undo.ts'
import { createRateLimiter } from '#server/http/rate-limit/limiter.ts'
import { createEncryption } from '#server/integrations/encryption.ts'
import { createAddressTokens } from '#server/mail/address-tokens.ts'
import { createMailQueue } from '#server/mail/queue.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { insertReportedSale, reportPayment } from '#tools/sample-data/reported-sales.ts'
import { insertProducts } from '#tools/sample-data/sales-history.ts'
import { findSignedInUser } from '#tools/test-app/rows.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { closeCompleteMonths } from './close-months.ts'
import { mailStatements } from './mail-statements.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<typeof shop.seller>>
let sellerId: number
let productId: number

beforeEach(async () => {
  seller = await shop.seller()
  sellerId = await findSignedInUser(shop, seller)
  ;[productId] = (await insertProducts(shop.db, { sellerId, count: 1 })) as [number]
})

const at = (text: string) => new Date(`${text}-03:00`)

const sell = (day: string) =>
  insertReportedSale(shop.db, {
    sellerId,
    productId,
    currency: 'ARS',
    items: [{ priceMinor: 100_050, feeMinor: 20_000 }],
    approvedAt: at(`${day}T12:00:00`),
    news: { at: at(`${day}T12:00:00`), providerFeeMinor: 6000 },
  })

/** Runs the job as a server does that starts at a time, with the product's own notifications and queue of emails. */
async function runAt(time: string): Promise<void> {
  const mailQueue = createMailQueue({
    encryption: createEncryption(shop.config.encryptionKeys),
    branding: shop.config,
    limits: {
      limiter: createRateLimiter({ db: shop.db, factor: 1, secret: 'of this test' }),
      addressTokens: createAddressTokens(shop.config.orderTokenKey),
      onDropped: () => undefined,
    },
  })
  const context = { mailQueue, publicOrigin: shop.origin, findFormerAddresses }
  const notify = (tx: Transaction, userId: number, event: Parameters<typeof notifyUser>[3]) =>
    notifyUser(context, tx, userId, event)
  await mailStatements({ db: shop.db, notify }, at(time))
}

async function listStatementMails() {
  await shop.waitForJobs()
  return (await shop.listMails(seller.email)).filter(({ subject }) => /liquidación/.test(subject))
}

test('the statement of the month before is mailed once on the second day, however often the job runs', async () => {
  await sell('2026-05-10')
  await closeCompleteMonths(shop.db, new Date(Date.now() + HOUR_MS))

  await runAt('2026-06-02T08:59:59')
  expect(await listStatementMails()).toEqual([])
  await Promise.all([runAt('2026-06-02T09:00:00'), runAt('2026-06-02T09:00:00')])
  await runAt('2026-06-03T09:00:00')

  const mails = await listStatementMails()
  expect(mails.map(({ subject }) => subject)).toEqual(['Tu liquidación de mayo de 2026'])
  expect(mails[0]!.text).toMatch(/Te queda: \$\s740,50/)
  expect(mails[0]!.text).toContain('La liquidación está cerrada')
  expect(mails[0]!.text).toContain('/dashboard/sales?view=statements')
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  expect(notifications).toMatchObject([
    { kind: 'statement', month: '2026-05', results: [{ netMinor: 74_050 }] },
  ])
})

test('a statement that can still change says so', async () => {
  await sell('2026-05-10')

  await runAt('2026-06-02T12:00:00')

  expect((await listStatementMails())[0]!.text).toContain('Todavía es provisoria')
})

test('the statement is mailed late after an outage, but not after a week', async () => {
  await sell('2026-05-10')

  await runAt('2026-06-09T00:00:00')
  expect(await listStatementMails()).toEqual([])
  await runAt('2026-06-08T23:00:00')

  expect(await listStatementMails()).toHaveLength(1)
})

test('no statement is mailed of a month without a sale', async () => {
  const sale = await sell('2026-04-10')
  await reportPayment(shop.db, sale, {
    at: at('2026-05-10T12:00:00'),
    status: 'refunded',
    refundedMinor: 100_050,
  })

  await runAt('2026-06-02T12:00:00')

  expect(await listStatementMails()).toEqual([])
})

test('a seller who turned the emails off is notified without one', async () => {
  await sell('2026-05-10')
  const settings = [{ topic: 'statements' as const, mail: false }]
  expectOk(await seller.call(updateNotificationSettings, { body: { settings } }))

  await runAt('2026-06-02T12:00:00')

  expect(await listStatementMails()).toEqual([])
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  expect(notifications).toHaveLength(1)
})
