import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteProduct,
  getPublicProduct,
  getStorageUsage,
  updateProduct,
} from '#contract/catalog/products.ts'
import { createPreference } from '#contract/orders.ts'
import { orderItems, productFiles, products } from '#server/db/schema/index.ts'
import { pdfFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
})
afterAll(() => shop.close())

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')

test('bought, changed and withdrawn at the same moment: who bought has the very file they bought', async () => {
  const files = [pdfFile(20_000, 'v1.pdf'), pdfFile(30_000, 'v2.pdf'), pdfFile(40_000, 'v3.pdf')]
  const digests = await Promise.all(files.map(async file => sha256(await file.arrayBuffer())))
  let refused = 0
  for (let round = 0; round < 5; round += 1) {
    const { id } = await shop.publish(seller, { file: files[0]!, price: 1000 })
    const buy = (n: number) =>
      shop.visitor().call(createPreference, {
        body: { products: [{ id }], payerEmail: `b${round}-${n}@mail.test` },
      })
    const change = (file: File, price: number) =>
      seller.call(updateProduct, {
        params: { id },
        form: { price },
        files: { product_file: file },
      })

    const [first, second, change1, change2, gone, third] = await Promise.all([
      buy(1),
      buy(2),
      change(files[1]!, 2000),
      change(files[2]!, 3000),
      seller.call(deleteProduct, { params: { id } }),
      buy(3),
    ])

    expect(gone.ok).toBe(true)
    for (const answer of [change1, change2])
      if (!answer.ok) expect(answer).toMatchObject({ status: 404 })
    for (const answer of [first, second, third])
      if (!answer.ok) {
        expect(answer).toMatchObject({ status: 404 })
        refused++
      }
  }

  // Everything that was ordered is paid, and downloaded to the byte as its version was.
  await shop.workDone()
  const rows = await shop.db.select().from(orderItems)
  const versions = new Map((await shop.db.select().from(productFiles)).map(row => [row.id, row]))
  const { preferences } = await shop.provider.ledger()
  let withoutPage = 0
  for (const item of rows) {
    const version = versions.get(item.fileId)!
    expect(version.freedAt).toBeNull()
    // Old or new, never a mix: each version had its price.
    expect([item.priceMinor, version.sha256]).toEqual([
      [100_000, 200_000, 300_000][digests.indexOf(version.sha256)],
      version.sha256,
    ])
    const preference = preferences.find(({ external_reference: id }) => id === item.orderId)
    if (!preference) {
      // Ordered in the last moment, then told that it is gone: there is nothing to pay on.
      withoutPage++
      continue
    }
    const token = new URL(preference.back_urls.success).searchParams.get('order')!
    await shop.provider.pay({ preferenceId: preference.id, outcome: 'approved' })
    const order = await shop.becomes(token, 'approved')
    const download = await fetch(order.items[0]!.downloadUrl!)
    expect(sha256(await download.arrayBuffer())).toBe(version.sha256)
  }
  expect(withoutPage).toBeLessThanOrEqual(refused)
  const kept = [...versions.values()].filter(({ freedAt }) => freedAt === null)
  const { totalDirectorySize } = expectOk(await seller.call(getStorageUsage, {}))
  expect(totalDirectorySize).toBe(kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))
})

test('a reader sees the old product or the new one, never a mix, while it changes', async () => {
  const { id } = await shop.publish(seller, { name: 'Versión 0', price: 1000 })
  const seen: { name: string; price: number }[] = []
  const changing = new AbortController()
  const reading = (async () => {
    const visitor = shop.visitor()
    while (!changing.signal.aborted) {
      const { name, price, imageFile } = expectOk(
        await visitor.call(getPublicProduct, { params: { id } }),
      )
      expect(imageFile).toMatch(/^\/images\//)
      seen.push({ name, price })
    }
  })()

  for (let version = 1; version <= 8; version += 1)
    expectOk(
      await seller.call(updateProduct, {
        params: { id },
        form: { name: `Versión ${version}`, price: 1000 + version },
        files: { product_file: pdfFile(10_000 + version) },
      }),
    )
  changing.abort()
  await reading

  expect(seen.length).toBeGreaterThan(8)
  for (const { name, price } of seen) expect(name).toBe(`Versión ${price - 1000}`)
  expect(await shop.db.$count(products)).toBe(1)
})
