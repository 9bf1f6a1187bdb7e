import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildProductPath } from '#contract/products/product-path.ts'
import { requestAvailabilityEmail } from '#contract/storefront/availability.ts'
import { getOwnProduct } from '#contract/products/products.ts'
import { availabilityRequests } from '#server/db/schema/index.ts'
import { expectOk, linkMercadoPago } from '#tools/api-client/creator.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { purgeAvailabilityRequests } from './queries.ts'

const shop = useTestApp()

const ask = (id: number, email: string) =>
  shop.visitor().call(requestAvailabilityEmail, { params: { id: String(id) }, body: { email } })

const countRequests = () => shop.db.$count(availabilityRequests)

test('everyone who waits for a product gets one email when its seller can be paid, and is then forgotten', async () => {
  const seller = await shop.creator()
  const product = await shop.publish(seller, { name: 'Vidala' })
  for (const email of ['ana@mail.test', ' ANA@mail.test ', 'eva@mail.test'])
    expect(await ask(product.id, email)).toMatchObject({ status: 202 })
  await shop.waitForJobs()
  expect(await shop.listMails('ana@mail.test')).toEqual([])
  const params = { id: String(product.id) }
  expect(expectOk(await seller.call(getOwnProduct, { params })).waitingCount).toBe(2)

  await linkMercadoPago(seller)

  const mail = await shop.waitForMail('ana@mail.test')
  expect(mail.text).toContain('Vidala')
  expect(mail.text).toContain(buildProductPath(product))
  await shop.waitForMail('eva@mail.test')
  await shop.waitForJobs()
  expect(await shop.listMails('ana@mail.test')).toHaveLength(1)
  expect(await countRequests()).toBe(0)
  expect(expectOk(await seller.call(getOwnProduct, { params })).waitingCount).toBe(0)
})

test('a request for a product that can be bought already is answered at once', async () => {
  const product = await shop.publish(await shop.seller())

  await ask(product.id, 'ana@mail.test')

  await shop.waitForMail('ana@mail.test')
  expect(await countRequests()).toBe(0)
})

test('a request that was not answered within 180 days is deleted', async () => {
  const product = await shop.publish(await shop.creator())
  await ask(product.id, 'old@mail.test')
  await shop.db.update(availabilityRequests).set({ createdAt: sql`now() - interval '181 days'` })
  await ask(product.id, 'new@mail.test')

  await purgeAvailabilityRequests(shop.db)

  expect(await shop.db.select().from(availabilityRequests)).toMatchObject([
    { email: 'new@mail.test' },
  ])
})

test('an unknown product and a malformed email are rejected', async () => {
  const product = await shop.publish(await shop.creator())

  expect(await ask(product.id, 'nobody')).toMatchObject({ status: 400, code: 'INVALID_DATA' })
  expect(await ask(999_999, 'ana@mail.test')).toMatchObject({
    status: 404,
    code: 'ERROR_PRODUCT_NOT_FOUND',
  })
})
