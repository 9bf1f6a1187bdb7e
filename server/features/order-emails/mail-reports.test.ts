import { afterEach, expect, test, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import { getOrderInReview } from '#contract/admin/orders.ts'
import { changeOrderEmail, confirmOrderEmail } from '#contract/address-change.ts'
import { getSale, resendSale } from '#contract/sales/order.ts'
import { jobs } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const BUYER = 'buyer@mail.test'
const WAIT = { timeout: 20_000, interval: 50 }

const shop = useTestApp()
afterEach(() => shop.setMailFault('none'))

/** Pays an order while the mail service has a fault, and waits until its email was refused once. */
async function payWithRefusedEmail(fault: 'reject' | 'unknown') {
  const order = await createUnpaidOrder(shop)
  await shop.setMailFault(fault)
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await vi.waitFor(async () => expect((await readSale(order)).mailRefusal).not.toBeNull(), WAIT)
  return order
}

type TestOrder = Awaited<ReturnType<typeof createUnpaidOrder>>
const readSale = async ({ seller, orderId }: TestOrder) =>
  expectOk(await seller.call(getSale, { params: { orderId } }))
const countRefusals = async (order: TestOrder) =>
  (await readSale(order)).history.filter(({ kind }) => kind === 'mail_refused').length
const findErrors = async () =>
  (await shop.db.select({ lastError: jobs.lastError }).from(jobs))
    .map(({ lastError }) => lastError)
    .join(' ')
const findEmails = () =>
  shop.db
    .select({ state: jobs.state, attempts: jobs.attempts })
    .from(jobs)
    .where(eq(jobs.kind, 'send_email'))

test('an address that does not exist is shown to buyer, seller and admin, and tried once', async () => {
  const admin = await createAdmin(shop)
  const order = await payWithRefusedEmail('unknown')
  await shop.waitForJobs()

  expect((await readSale(order)).mailRefusal).toMatchObject({ code: '550 5.1.1' })
  expect(await countRefusals(order)).toBe(1)
  const paid = await shop.waitForOrderState(order.token, 'approved')
  expect(paid).toMatchObject({ isMailRefused: true })
  expect(paid.items[0]!.downloadUrl).not.toBeNull()
  const review = expectOk(
    await admin.call(getOrderInReview, { params: { orderId: order.orderId } }),
  )
  expect(review.mailRefusal).toMatchObject({ code: '550 5.1.1' })
  // The seller does not see the address, and no job is left to try it again.
  expect(JSON.stringify(await readSale(order))).not.toContain(BUYER)
  expect((await findEmails()).every(({ state }) => state === 'done')).toBe(true)
})

test('a refusal that may be a fault of the mail server is tried again until it is accepted', async () => {
  const order = await payWithRefusedEmail('reject')
  await vi.waitFor(async () => {
    const attempts = (await findEmails()).map(job => job.attempts)
    expect(Math.max(...attempts)).toBeGreaterThan(1)
  }, WAIT)
  expect(await countRefusals(order)).toBe(1)

  await shop.setMailFault('none')
  await shop.waitForMail(BUYER)
  await shop.waitForJobs()

  expect((await readSale(order)).mailRefusal).toBeNull()
  expect(await shop.readOrder(order.token)).toMatchObject({ isMailRefused: false })
})

test('a mail server that repeats the address when it asks for another attempt leaves it neither in the log nor with the job', async () => {
  const order = await createUnpaidOrder(shop)
  await shop.setMailFault('greylist')
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })

  await vi.waitFor(async () => expect(await findErrors()).toContain('450 4.2.0'), WAIT)

  expect(await findErrors()).toContain('[email]')
  expect(await findErrors()).not.toContain(BUYER)
  expect(shop.leakDetector.findLines('450 4.2.0')).not.toEqual([])
  await shop.checkLog()
  await shop.setMailFault('none')
  await shop.waitForMail(BUYER)
})

test('the refusal is over when the buyer has another address, or a later email is accepted', async () => {
  const corrected = await payWithRefusedEmail('unknown')
  await shop.setMailFault('none')
  expectOk(
    await corrected.buyer.call(changeOrderEmail, {
      params: { token: corrected.token },
      body: { newEmail: 'right@mail.test' },
    }),
  )
  const token = await shop.waitForLinkToken('right@mail.test', 'order-email')
  expectOk(await shop.visitor().call(confirmOrderEmail, { params: { token } }))
  expect((await readSale(corrected)).mailRefusal).toBeNull()

  const resent = await payWithRefusedEmail('unknown')
  await shop.setMailFault('none')
  expectOk(await resent.seller.call(resendSale, { params: { orderId: resent.orderId } }))
  await shop.waitForJobs()
  expect((await readSale(resent)).mailRefusal).toBeNull()
})

test('a mail server that refuses our sender leaves the buyer’s address unmarked, and the email stays queued', async () => {
  const order = await createUnpaidOrder(shop)
  await shop.setMailFault('bad_sender')
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await vi.waitFor(async () => {
    const attempts = (await findEmails()).map(job => job.attempts)
    expect(Math.max(...attempts)).toBeGreaterThan(1)
  }, WAIT)
  expect((await readSale(order)).mailRefusal).toBeNull()

  await shop.setMailFault('none')
  await shop.waitForMail(BUYER, /^Tu compra: /)
})
