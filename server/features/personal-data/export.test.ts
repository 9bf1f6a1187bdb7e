import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { saveReceiver } from '#contract/conversions.ts'
import { exportPersonalData } from '#contract/personal-data.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { outdateProofs } from '#tools/test-app/second-factors.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

type Rows = Record<string, unknown>[]

test('a seller gets the account, products, sales and log-ins, and neither secrets nor data of buyers', async () => {
  const seller = await shop.seller()
  expectOk(await seller.call(login, { body: { email: seller.email, password: PASSWORD } }))
  const product = await shop.publish(seller, { name: 'Recetas del sur' })
  const receiver = { kind: 'ga4' as const, receiverId: 'G-ABC1234567', secret: 'secret-of-stream' }
  expectOk(await seller.call(saveReceiver, { body: receiver }))
  const { preferenceId, token, orderId } = await shop.order(
    shop.visitor(),
    [{ id: product.id }],
    'secret-buyer@mail.test',
  )
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  const other = await shop.seller()
  await shop.publish(other, { name: 'Producto ajeno' })

  const data = expectOk(await seller.call(exportPersonalData, {})) as Record<string, Rows>

  expect(data).toMatchObject({
    account: [{ email: seller.email }],
    products: [{ name: 'Recetas del sur' }],
    sales: [{ name: 'Recetas del sur', saleState: 'approved', priceMinor: 890_000 }],
    paymentAccounts: [{ state: 'linked' }],
    conversionReceivers: [{ kind: 'ga4', receiverId: 'G-ABC1234567' }],
    conversionEvents: [{ orderId, kind: 'purchase' }],
    purchases: [],
  })
  expect(data['securityEvents']!.map(({ kind }) => kind)).toContain('signed_in')
  expect(data['productFiles']).toHaveLength(1)
  const text = JSON.stringify(data)
  expect(text).not.toMatch(/argon2|Hash"|accessToken|refreshToken|storageKey|publicKey/)
  expect(text).not.toContain('secret-buyer')
  expect(text).not.toContain('"secret"')
  expect(text).not.toContain('Producto ajeno')
})

test('a person gets what they bought with the address of the account', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { name: 'Recetas del sur' })
  const buyer = await shop.creator('buyer@mail.test')
  await shop.order(shop.visitor(), [{ id: product.id }], 'buyer@mail.test')
  await shop.order(shop.visitor(), [{ id: product.id }], 'other@mail.test')

  const data = expectOk(await buyer.call(exportPersonalData, {}))

  expect(data).toMatchObject({
    purchases: [{ payerEmail: 'buyer@mail.test' }],
    purchasedItems: [{ name: 'Recetas del sur' }],
  })
})

test('every row is exported, also when there are more than fit into one batch', async () => {
  const person = await shop.creator()
  await shop.db.execute(sql`
    insert into security_events (user_id, kind)
    select (select id from users where email = ${person.email}), 'signed_out' from generate_series(1, 1200)
  `)

  const data = expectOk(await person.call(exportPersonalData, {})) as Record<string, Rows>

  expect(data['securityEvents']!.filter(({ kind }) => kind === 'signed_out')).toHaveLength(1200)
})

test('the export needs a recent proof of identity, and is limited to five an hour', async () => {
  const person = await shop.creator()
  await outdateProofs(shop)
  const refused = await person.call(exportPersonalData, {})
  await person.call(login, { body: { email: person.email, password: PASSWORD } })

  const replies = []
  for (let count = 0; count < 6; count++) replies.push(await person.call(exportPersonalData, {}))

  expect(refused).toMatchObject({ status: 403, code: 'ERROR_REAUTHENTICATION_REQUIRED' })
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
})
