import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { restoreProduct, takeDownProduct } from '#contract/admin/products.ts'
import { suspendUser, unsuspendUser } from '#contract/admin/users.ts'
import { getArchivedProduct } from '#contract/storefront/archived-product.ts'
import { buildProductPath } from '#contract/products/product-path.ts'
import { deleteProduct, setProductState, updateProduct } from '#contract/products/products.ts'
import type { ProductState } from '#contract/products/state-rules.ts'
import { getUser } from '#contract/accounts/user.ts'
import * as m from '#messages'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const o = { locale: 'es' } as const

async function read(path: string) {
  const reply = await shop.visitor({ 'accept-language': 'es' }).request(path)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

const change = async (seller: ApiClient, id: number, state: ProductState) =>
  expectOk(await seller.call(setProductState, { params: { id: String(id) }, body: { state } }))

async function publishArchived(name = 'Zamba del sur') {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { name })
  await change(seller, product.id, 'archived')
  return { seller, product, path: buildProductPath(product) }
}

describe('the page of an archived product', () => {
  test('the page of an archived product answers 410, names it, and leads to what was bought and to four products of the seller', async () => {
    const { seller, product, path } = await publishArchived('Zamba <del> sur')
    const { username } = product
    for (let number = 1; number <= 5; number += 1)
      await shop.publish(seller, { name: `Chacarera ${number}` })
    await shop.publish(await shop.seller(), { name: 'Vals ajeno' })

    const page = await read(path)

    expect(page.status).toBe(410)
    expect(page.text).toContain(m.product_archived_title({}, o))
    expect(page.text).toContain('«Zamba &lt;del&gt; sur»')
    expect(page.text).toContain(m.product_archived_bought({}, o))
    expect(page.text).toContain('href="/order"')
    expect(page.text).toContain(`href="/profile/${username}"`)
    expect(page.text).toContain('<meta name="robots" content="noindex"/>')
    const names = [...page.text.matchAll(/<h3[^>]*><a[^>]*>([^<]*)/g)].map(([, name]) => name)
    expect(names).toEqual(['Chacarera 5', 'Chacarera 4', 'Chacarera 3', 'Chacarera 2'])
    expect((await read('/sitemap/products-1.xml')).text).not.toContain(path)
  })

  test('the page of an archived product is cached once for all visitors, whatever slugs and parameters they add', async () => {
    const { path, product } = await publishArchived()
    const first = await read(path)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    await read(`${path}.data`)
    const before = shop.app.responseCache.size

    for (let n = 1; n <= 5; n += 1) {
      const other = await read(`/product/${product.id}/invented-${n}?ref=${n}`)
      expect([other.status, other.headers.get('location')]).toEqual([301, `${path}?ref=${n}`])
      expect((await read(`${path}?ref=${n}`)).text === first.text).toBe(true)
    }

    expect(shop.app.responseCache.size).toBe(before)
  })

  test('the page of an archived product becomes that of a product when it is sold again, and changes with the others', async () => {
    const { seller, product, path } = await publishArchived()
    const other = await shop.publish(seller, { name: 'Chacarera' })
    for (let round = 0; round < 2; round += 1) {
      expect((await read(path)).text).toContain('Chacarera')
      expectOk(
        await seller.call(updateProduct, { params: { id: other.id }, form: { name: 'Vidala' } }),
      )
      expect((await read(path)).text).toContain('Vidala')
      await change(seller, other.id, 'archived')
      expect((await read(path)).text).not.toContain('Vidala')

      await change(seller, product.id, 'on_sale')
      expect((await read(path)).status).toBe(200)
      await change(seller, product.id, 'archived')
      expect((await read(path)).status).toBe(410)
      await change(seller, other.id, 'on_sale')
      expectOk(
        await seller.call(updateProduct, { params: { id: other.id }, form: { name: 'Chacarera' } }),
      )
    }
  })

  test.each([
    ['an admin took it down', takeDown, restore],
    ['its seller is suspended', suspend, unsuspend],
  ] as const)(
    'the page of an archived product is not found while %s, and tells nothing',
    async (_, hide, show) => {
      const { product, path, seller } = await publishArchived()
      const admin = await createAdmin(shop, 'admin@kiosko.test')
      const { id: userId } = expectOk(await seller.call(getUser, {}))
      expect((await read(path)).status).toBe(410)

      await hide(admin, { productId: product.id, userId })
      await expectNothingTold(product.id, path)

      await show(admin, { productId: product.id, userId })
      expect((await read(path)).status).toBe(410)
    },
  )

  test('the page of an archived product is not found after the product was deleted', async () => {
    const { product, path, seller } = await publishArchived()
    expect((await read(path)).status).toBe(410)

    expectOk(await seller.call(deleteProduct, { params: { id: product.id } }))

    await expectNothingTold(product.id, path)
  })
})

async function expectNothingTold(id: number, path: string): Promise<void> {
  for (const address of [path, `/product/${id}`, `/product/${id}/x`]) {
    const page = await read(address)
    expect(page.status).toBe(404)
    expect(page.text).not.toContain('Zamba del sur')
  }
  expect(await shop.visitor().call(getArchivedProduct, { params: { id } })).toMatchObject({
    status: 404,
    code: 'ERROR_PRODUCT_NOT_FOUND',
  })
}

interface Ids {
  productId: number
  userId: number
}

async function takeDown(admin: ApiClient, { productId: id }: Ids): Promise<void> {
  expectOk(await admin.call(takeDownProduct, { params: { id }, body: { reason: 'Not theirs' } }))
}

async function restore(admin: ApiClient, { productId: id }: Ids): Promise<void> {
  expectOk(await admin.call(restoreProduct, { params: { id }, body: {} }))
}

async function suspend(admin: ApiClient, { userId: id }: Ids): Promise<void> {
  expectOk(await admin.call(suspendUser, { params: { id }, body: { reason: 'Spam for sale' } }))
}

async function unsuspend(admin: ApiClient, { userId: id }: Ids): Promise<void> {
  expectOk(await admin.call(unsuspendUser, { params: { id }, body: {} }))
}
