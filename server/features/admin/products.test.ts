import { beforeEach, describe, expect, test } from 'vitest'
import {
  closeReport,
  listAllProducts,
  listReports,
  restoreProduct,
  takeDownProduct,
} from '#contract/admin/products.ts'
import { getAdminOverview, listAuditLog } from '#contract/admin/operations.ts'
import { getPublicProduct, recordProductView } from '#contract/storefront/product-page.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { listProductsOfSeller, listPublicProducts } from '#contract/storefront/search.ts'
import { reportProduct } from '#contract/admin/reports.ts'
import { daysAgo } from '#contract/core/time.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { productReports, visitsDaily } from '#server/db/schema/index.ts'
import { purgeReportEmails } from './product-queries.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop, 'admin@kiosko.test')
})

const loggedActions = async () =>
  expectOk(await admin.call(listAuditLog, { query: {} })).entries.map(({ action }) => action)

describe('product moderation', () => {
  test('a taken-down product is hidden from the public, its seller sees the reason, and it can be restored', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller, { name: 'Copia ajena' })
    const visitor = shop.visitor()
    const { username } = product
    const reason = 'Es de otra autora'

    expectOk(await admin.call(takeDownProduct, { params: { id: product.id }, body: { reason } }))

    expect(await visitor.call(getPublicProduct, { params: { id: product.id } })).toMatchObject({
      status: 404,
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
    const page = expectOk(
      await visitor.call(listPublicProducts, { params: { page: 1 }, query: {} }),
    )
    expect(page.products).toEqual([])
    expect(
      expectOk(await visitor.call(listProductsOfSeller, { params: { username }, query: {} }))
        .products,
    ).toEqual([])
    expect(
      expectOk(await visitor.call(getPublicProfile, { params: { username } })).products,
    ).toEqual([])
    expect(
      await visitor.call(createPreference, {
        body: { products: [{ id: product.id }], payerEmail: 'a@mail.test' },
      }),
    ).toMatchObject({ status: 404 })
    await visitor.call(recordProductView, { params: { id: product.id }, body: {} })
    expect(await shop.db.$count(visitsDaily)).toBe(0)
    const [ownProduct] = expectOk(await seller.call(listOwnProducts, {})).products
    expect(ownProduct).toMatchObject({ id: product.id, deleted: false, takenDown: { reason } })
    expect((await shop.waitForMail(seller.email, /Retiramos/)).text).toContain(reason)

    expectOk(await admin.call(restoreProduct, { params: { id: product.id }, body: {} }))

    expect((await visitor.call(getPublicProduct, { params: { id: product.id } })).ok).toBe(true)
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications.map(({ kind }) => kind)).toEqual([
      'product_restored',
      'product_taken_down',
    ])
    expect((await loggedActions()).slice(0, 2)).toEqual(['restore_product', 'take_down_product'])
  })

  test('buyers can still download a taken-down product', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const order = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
    const { items } = await shop.waitForOrderState(order.token, 'approved')

    expectOk(
      await admin.call(takeDownProduct, { params: { id: product.id }, body: { reason: 'Motivo' } }),
    )

    const download = await fetch(items[0]!.downloadUrl!)
    expect(download.status).toBe(200)
    expect((await download.arrayBuffer()).byteLength).toBe(product.files.sizeBytes)
  })

  test('an admin finds products by name, seller or id', async () => {
    const seller = await shop.creator()
    const product = await shop.publish(seller, { name: 'Aguja en el pajar' })
    await shop.publish(seller, { name: 'Otra cosa' })
    const findNames = async (query: { q?: string; state?: 'live' | 'taken_down' | 'deleted' }) =>
      expectOk(await admin.call(listAllProducts, { query })).products.map(({ name }) => name)
    expect(await findNames({ q: 'pajar' })).toEqual(['Aguja en el pajar'])
    expect(await findNames({ q: String(product.id) })).toEqual(['Aguja en el pajar'])
    expect(await findNames({ q: `@${product.username}` })).toHaveLength(2)
    expect(await findNames({ state: 'taken_down' })).toEqual([])
  })
})

describe('product report', () => {
  test('a product report is listed as open until an admin closes it, which is possible once', async () => {
    const product = await shop.publish(await shop.creator())
    const visitor = shop.visitor()
    const answer = await visitor.call(reportProduct, {
      params: { id: product.id },
      body: { reason: 'copyright', detail: 'Es mi libro', email: 'autora@mail.test' },
    })
    expect(answer).toMatchObject({ status: 202 })
    expectOk(
      await visitor.call(reportProduct, {
        params: { id: product.id },
        body: { reason: 'scam', email: '' },
      }),
    )

    const { reports } = expectOk(await admin.call(listReports, { query: { state: 'open' } }))
    expect(reports).toMatchObject([
      { reason: 'scam', email: null, detail: null },
      { reason: 'copyright', detail: 'Es mi libro', email: 'autora@mail.test', closed: null },
    ])
    expect(expectOk(await admin.call(getAdminOverview, {}))).toMatchObject({ openReports: 2 })
    const close = () =>
      admin.call(closeReport, {
        params: { id: reports[0]!.id },
        body: { outcome: 'dismissed', reason: 'No vimos nada' },
      })
    expect(await close()).toMatchObject({ status: 204 })
    expect(await close()).toMatchObject({ status: 404, code: 'UNKNOWN_ERROR' })
    expect(await loggedActions()).toContain('close_report')
  })

  test('reporting an unknown product is rejected', async () => {
    const answer = await shop.visitor().call(reportProduct, {
      params: { id: 999 },
      body: { reason: 'other' },
    })
    expect(answer).toMatchObject({ status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' })
  })
})

test('the email of a visitor who reported a product is removed 180 days after the report was closed', async () => {
  const { id } = await shop.publish(await shop.seller())
  const report = { productId: id, reason: 'other' as const, outcome: 'dismissed' as const }
  await shop.db.insert(productReports).values([
    { ...report, email: 'open@mail.test', closedAt: null, outcome: null, createdAt: daysAgo(400) },
    { ...report, email: 'new@mail.test', closedAt: daysAgo(179) },
    { ...report, email: 'old@mail.test', closedAt: daysAgo(181) },
  ])

  await purgeReportEmails(shop.db)

  const reports = await shop.db.select().from(productReports).orderBy(productReports.id)
  expect(reports.map(({ email }) => email)).toEqual(['open@mail.test', 'new@mail.test', null])
})
