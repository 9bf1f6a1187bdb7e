import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { hideReview } from '#contract/admin/product-reviews.ts'
import { deleteProduct } from '#contract/products/products.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { setEmailChoice } from '#contract/order-emails.ts'
import { refundSale } from '#contract/sales/order.ts'
import { jobs, mutedEmails } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { postOneClick } from '#tools/test-app/orders/one-click.ts'
import {
  createReviewableOrder,
  downloadFile,
  orderAgain,
  readReviews,
  review,
} from '#tools/test-app/reviews/product-reviews.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const BUYER = 'buyer@mail.test'
const REMINDER = /^Contanos qué te pareció: /
const KIND = 'remind_of_reviews'

const shop = useTestApp()
afterEach(() => shop.setMailFault('none'))

const isReminder = eq(jobs.kind, KIND)
const findReminderJobs = () => shop.db.select().from(jobs).where(isReminder)

/** Makes the reminders due, and waits until they and their emails are done. */
async function runReminders() {
  await shop.db
    .update(jobs)
    .set({ runAt: new Date(), state: 'waiting', finishedAt: null, attempts: 0 })
    .where(isReminder)
  await shop.waitForJobs()
}

async function findReminders(address = BUYER) {
  await shop.waitForJobs()
  return (await shop.listMails(address)).filter(({ subject }) => REMINDER.test(subject))
}

const hourInBuenosAires = (time: Date) =>
  Number(
    new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone: 'America/Argentina/Buenos_Aires',
    }).format(time),
  )

describe('the reminder to review', () => {
  test('the reminder to review is scheduled by the first download, five days later and by day', async () => {
    const before = await createReviewableOrder(shop, { isDownloaded: false })
    expect(await findReminderJobs()).toEqual([])
    const { items } = await shop.readOrder(before.token)

    await downloadFile(items[0]!.downloadUrl!)
    await downloadFile(items[0]!.downloadUrl!)

    const scheduled = await findReminderJobs()
    expect(scheduled).toHaveLength(1)
    const { runAt } = scheduled[0]!
    const days = (runAt.getTime() - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(4.99)
    expect(days).toBeLessThan(5.6)
    expect(hourInBuenosAires(runAt)).toBeGreaterThanOrEqual(9)
    expect(hourInBuenosAires(runAt)).toBeLessThanOrEqual(20)
  })

  test('the reminder to review links each number of stars to the form on the order page, and has the headers of a way out', async () => {
    const { token, itemId, product } = await createReviewableOrder(shop)

    await runReminders()

    const [mail] = await findReminders()
    expect(mail!.subject).toContain(product.name)
    for (const stars of [1, 2, 3, 4, 5])
      expect(mail!.html).toContain(
        `${shop.origin}/order/${token}?item=${itemId}&amp;stars=${stars}#review`,
      )
    expect(mail!.text).toContain(`${shop.origin}/order/${token}?item=${itemId}#review`)
    expect(mail!.unsubscribePost).toBe('List-Unsubscribe=One-Click')
    expect(mail!.unsubscribe).toMatch(/\/api\/public\/emails\/[\w-]{86}\/reviews>$/)
    expect(mail!.text).toMatch(/\/emails\/[\w-]{86}\?topic=reviews/)
    expect(mail!.html).not.toContain(BUYER)
  })

  test('the reminder to review is sent once, although the job runs again, several times at once', async () => {
    await createReviewableOrder(shop)
    const [job] = await findReminderJobs()
    await shop.db
      .insert(jobs)
      .values(
        Array.from({ length: 6 }, () => ({ kind: KIND, maxAttempts: 3, payload: job!.payload })),
      )

    await runReminders()
    await runReminders()

    expect(await findReminders()).toHaveLength(1)
  })

  test('the reminder to review arrives once after the mail service was down', async () => {
    await createReviewableOrder(shop)
    await shop.waitForJobs()
    await shop.setMailFault('down')
    await shop.db.update(jobs).set({ runAt: new Date() }).where(isReminder)
    await expect.poll(async () => (await findReminderJobs())[0]?.state).toBe('done')

    await shop.setMailFault('none')

    await shop.waitForMail(BUYER, REMINDER)
    await runReminders()
    expect(await findReminders()).toHaveLength(1)
  })
})

describe('no reminder is sent', () => {
  type TestOrder = Awaited<ReturnType<typeof createReviewableOrder>>
  const CASES: Record<string, (order: TestOrder) => Promise<unknown>> = {
    'after a review': async order => expectOk(await review(shop, order)),
    'after a refund': async order => {
      const params = { orderId: order.orderId }
      expectOk(await order.seller.call(refundSale, { params, body: {} }))
      await shop.waitForOrderState(order.token, 'refunded')
    },
    'during a chargeback': async order => {
      await shop.provider.changePayment(order.paymentId, 'chargeback')
      await shop.waitForOrderState(order.token, 'charged_back')
    },
    'for a product that its seller withdrew': async ({ seller, product }) =>
      expectOk(await seller.call(deleteProduct, { params: { id: product.id } })),
    'for a product that an admin took down': async ({ product }) =>
      shop.db.execute(
        `update products set taken_down_at = now(), listed = false where id = ${product.id}`,
      ),
    'after an admin has hidden the review': async order => {
      expectOk(await review(shop, order))
      const { reviews } = await readReviews(shop, order.product.id)
      const admin = await createAdmin(shop)
      const params = { id: reviews[0]!.id }
      expectOk(await admin.call(hideReview, { params, body: { reason: 'Es publicidad' } }))
    },
  }

  test.each(Object.keys(CASES))('no reminder to review is sent %s', async name => {
    const order = await createReviewableOrder(shop)

    await CASES[name]!(order)
    await runReminders()

    expect(await findReminders()).toEqual([])
    const other = await orderAgain(shop, (await shop.publish(order.seller, {})).id, BUYER)
    await runReminders()
    expect(await findReminders()).toHaveLength(1)
    expect((await findReminders())[0]!.text).toContain(other.token)
  })

  test('no reminder is sent for an order whose review is written at the same moment, more than once', async () => {
    const orders = []
    for (let index = 0; index < 5; index += 1) orders.push(await createReviewableOrder(shop))
    await shop.waitForJobs()

    await Promise.all([runReminders(), ...orders.map(order => review(shop, order))])
    const sent = await findReminders()
    await runReminders()

    expect(sent.length).toBeLessThanOrEqual(orders.length)
    expect(await findReminders()).toHaveLength(sent.length)
  })
})

describe('the way out of the reminders', () => {
  const mutedToken = async () => {
    const [mail] = await findReminders()
    return /emails\/([\w-]+)\/reviews/.exec(mail!.unsubscribe)![1]!
  }

  test('the way out of the reminders holds for all later orders of the address, by a mail program and without storing the address', async () => {
    const { product } = await createReviewableOrder(shop)
    await runReminders()
    const [mail] = await findReminders()
    const url = mail!.unsubscribe.slice(1, -1)
    expect((await fetch(url)).status).toBe(404)
    expect(await shop.db.$count(mutedEmails)).toBe(0)

    const form = 'application/x-www-form-urlencoded'
    expect(await postOneClick(url, form, 'List-Unsubscribe=One-Click')).toBe(204)
    expect(await postOneClick(url, form, 'List-Unsubscribe=One-Click')).toBe(204)

    await orderAgain(shop, product.id, 'Buyer@Mail.Test')
    await orderAgain(shop, product.id, 'other@mail.test')
    await runReminders()
    expect(await findReminders()).toHaveLength(1)
    expect(await findReminders('other@mail.test')).toHaveLength(1)
    const rows = await shop.db.select().from(mutedEmails)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('buyer')
  })

  test('the way out of the reminders can be taken back', async () => {
    const { product } = await createReviewableOrder(shop)
    await runReminders()
    const params = { token: await mutedToken(), topic: 'reviews' as const }
    expectOk(await shop.visitor().call(setEmailChoice, { params, query: {} }))

    expectOk(await shop.visitor().call(setEmailChoice, { params, query: { muted: '0' } }))
    await orderAgain(shop, product.id, BUYER)
    await runReminders()

    expect(await findReminders()).toHaveLength(2)
  })

  test('the way out of the reminders lets at most the one through that goes out at the same moment', async () => {
    const first = await createReviewableOrder(shop)
    await runReminders()
    const params = { token: await mutedToken(), topic: 'reviews' as const }
    for (let index = 0; index < 4; index += 1) await orderAgain(shop, first.product.id, BUYER)
    await shop.waitForJobs()

    await Promise.all([
      runReminders(),
      ...Array.from({ length: 20 }, () =>
        shop.visitor().call(setEmailChoice, { params, query: {} }),
      ),
    ])
    const sent = await findReminders()
    await runReminders()

    expect(await findReminders()).toHaveLength(sent.length)
    expect(await shop.db.$count(mutedEmails)).toBe(1)
  })
})
