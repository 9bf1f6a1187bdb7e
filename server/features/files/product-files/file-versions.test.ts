import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteProduct, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { orders } from '#server/db/schema/index.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { listStoredFileNames, readUsedBytes } from '#tools/test-app/product-uploads.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

const shop = useTestApp()
let seller: ApiClient
beforeEach(async () => {
  seller = await shop.creator()
})

describe('file versions', () => {
  test('buyers of a withdrawn product can still download its file, which still counts in the quota', async () => {
    await shop.linkMercadoPago(seller)
    const file = createZipFile(200_000)
    const product = await shop.upload(seller, { file })
    const { preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')

    expect(await seller.call(deleteProduct, { params: { id: product.id } })).toMatchObject({
      status: 204,
    })

    expect(
      await shop.visitor().call(getPublicProduct, { params: { id: product.id } }),
    ).toMatchObject({ status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' })
    const download = await fetch((await shop.readOrder(token)).items[0]!.downloadUrl!)
    expect(
      Buffer.from(await download.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer())),
    ).toBe(true)
    expect(await readUsedBytes(seller)).toBe(file.size)
  })

  test('a replaced file that only an order nobody paid refers to is removed once that order has ended', async () => {
    await shop.linkMercadoPago(seller)
    const [oldFile, newFile] = [createZipFile(100_000), createZipFile(120_000)]
    const product = await shop.upload(seller, { file: oldFile })
    const { orderId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
    const params = { id: product.id }
    await seller.call(updateProduct, { params, form: {}, files: { product_file: newFile } })
    await shop.runSchedule('release_files')
    expect(await readUsedBytes(seller)).toBe(oldFile.size + newFile.size)

    const ended = { state: 'expired', nextCheckAt: null } as const
    await shop.db.update(orders).set(ended).where(eq(orders.id, orderId))
    await shop.runSchedule('release_files')

    expect(await readUsedBytes(seller)).toBe(newFile.size)
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(1)
    expect((await shop.readOrder(token)).state).toBe('expired')
  })

  test('a withdrawn file counts in the quota while an order that nobody has paid can still be paid', async () => {
    await shop.linkMercadoPago(seller)
    const product = await shop.upload(seller, { file: createZipFile(100_000) })
    const { orderId } = await shop.order(shop.visitor(), [{ id: product.id }])
    const usedBefore = await readUsedBytes(seller)
    await seller.call(deleteProduct, { params: { id: product.id } })
    await shop.runSchedule('release_files')
    expect(await readUsedBytes(seller)).toBe(usedBefore)
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(1)

    const ended = { state: 'expired', nextCheckAt: null } as const
    await shop.db.update(orders).set(ended).where(eq(orders.id, orderId))
    await shop.runSchedule('release_files')

    expect(await readUsedBytes(seller)).toBe(0)
  })

  test('earlier buyers download the newest version, and can still take the one they bought', async () => {
    await shop.linkMercadoPago(seller)
    const [oldFile, newFile] = [createZipFile(100_000), createZipFile(120_000)]
    const product = await shop.upload(seller, { file: oldFile })
    const { preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')

    expect(
      await seller.call(updateProduct, {
        params: { id: product.id },
        form: { price: 200 },
        files: { product_file: newFile },
      }),
    ).toMatchObject({
      status: 200,
      body: { price: 200, name: product.name },
    })

    const [item] = (await shop.readOrder(token)).items
    const sizes = []
    for (const url of [item!.downloadUrl!, item!.files[0]!.bought!.downloadUrl!])
      sizes.push((await (await fetch(url)).arrayBuffer()).byteLength)
    expect(sizes).toEqual([newFile.size, oldFile.size])
    expect(await readUsedBytes(seller)).toBe(oldFile.size + newFile.size)
  })

  test('a file version that nobody bought is removed and leaves the quota when it is replaced or withdrawn', async () => {
    const product = await shop.upload(seller, { file: createZipFile(100_000) })
    const newFile = createZipFile(50_000)

    await seller.call(updateProduct, {
      params: { id: product.id },
      form: {},
      files: { product_file: newFile },
    })
    expect(await readUsedBytes(seller)).toBe(newFile.size)
    await seller.call(deleteProduct, { params: { id: product.id } })

    expect(await readUsedBytes(seller)).toBe(0)
    await shop.waitForJobs()
    expect((await listStoredFileNames(shop)).filter(name => !/webp|avif/.test(name))).toEqual([])
  })
})

test('changing or withdrawing another seller’s product replies that it does not exist', async () => {
  const product = await shop.upload(seller)
  const stranger = await shop.creator()

  expect(await stranger.call(deleteProduct, { params: { id: product.id } })).toMatchObject({
    status: 404,
    code: 'ERROR_PRODUCT_NOT_FOUND',
  })
  expect(
    await stranger.call(updateProduct, {
      params: { id: product.id },
      form: { price: 1 },
      files: {},
    }),
  ).toMatchObject({ status: 404 })
})
