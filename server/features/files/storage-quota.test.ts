import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Product,
  createProduct,
  deleteProduct,
  updateProduct,
} from '#contract/products/products.ts'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import { getUser } from '#contract/accounts/user.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { products, sellerStorageUsage } from '#server/db/schema/index.ts'
import { reserveQuota } from './storage-quota.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listStoredFileNames, buildProductForm } from '#tools/test-app/product-uploads.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

const FILE_BYTES = 200_000
const FILES_IN_QUOTA = 7
const UPLOADS = 2 * FILES_IN_QUOTA
/** The storage quota in bytes, which exactly seven files fill. */
const QUOTA = FILES_IN_QUOTA * createZipFile(FILE_BYTES).size

let shop: TestApp
let seller: ApiClient
beforeAll(async () => {
  shop = await createTestApp({ SELLER_QUOTA_BYTES: String(QUOTA) })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.creator()
})
afterAll(() => shop.close())

const storageUsage = async () => expectOk(await seller.call(getStorageUsage, {}))

const smallCover = () => createCoverImage({ width: 40, height: 50 })

test('exactly 7 of 14 concurrent uploads fit into a quota for 7 files, and the others are refused', async () => {
  const form = await buildProductForm(seller)
  const cover = await smallCover()
  const upload = () =>
    seller.call(createProduct, {
      form,
      files: { image_file: cover, product_file: createZipFile(FILE_BYTES) },
    })

  const replies = await Promise.all(Array.from({ length: UPLOADS }, upload))

  expect(replies.filter(({ ok }) => ok)).toHaveLength(FILES_IN_QUOTA)
  const refusals = replies.filter(reply => !reply.ok)
  expect(refusals).toHaveLength(UPLOADS - FILES_IN_QUOTA)
  for (const reply of refusals)
    expect(reply).toMatchObject({ status: 413, code: 'ERROR_DIRECTORY_SIZE_EXCEEDED' })
  expect(await storageUsage()).toEqual({ totalDirectorySize: QUOTA, remainingSpace: 0 })
  expect(await shop.db.$count(products)).toBe(FILES_IN_QUOTA)
  expect(await listStoredFileNames(shop, 'files')).toHaveLength(FILES_IN_QUOTA)
  expect(await listStoredFileNames(shop, 'images')).toHaveLength(FILES_IN_QUOTA * 6)
  expect(await listStoredFileNames(shop, 'temp')).toEqual([])
})

test('a product whose file is larger than the rest of the quota is refused before its cover is encoded', async () => {
  const refused = await seller.call(createProduct, {
    form: await buildProductForm(seller),
    files: {
      image_file: new File(['no image'], 'tapa.png', { type: 'image/png' }),
      product_file: createZipFile(QUOTA + 1),
    },
  })

  expect(refused).toMatchObject({ status: 413, code: 'ERROR_DIRECTORY_SIZE_EXCEEDED' })
})

test('a quota that is used up lets a file be replaced by one of the same size, and not by a larger one', async () => {
  const form = await buildProductForm(seller)
  const cover = await smallCover()
  const files = { image_file: cover, product_file: createZipFile(FILE_BYTES) }
  const published: Product[] = []
  for (let index = 0; index < FILES_IN_QUOTA; index += 1)
    published.push(expectOk(await seller.call(createProduct, { form, files })))

  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      seller.call(updateProduct, {
        params: { id: published[index % 2]!.id },
        form: {},
        files: { product_file: createZipFile(FILE_BYTES) },
      }),
    ),
  )

  expect(replies.every(({ ok }) => ok)).toBe(true)
  expect(await storageUsage()).toEqual({ totalDirectorySize: QUOTA, remainingSpace: 0 })
  const larger = await seller.call(updateProduct, {
    params: { id: published[0]!.id },
    form: {},
    files: { product_file: createZipFile(FILE_BYTES + 1) },
  })
  expect(larger).toMatchObject({ status: 413, code: 'ERROR_DIRECTORY_SIZE_EXCEEDED' })
  await shop.waitForJobs()
  expect(await listStoredFileNames(shop, 'files')).toHaveLength(FILES_IN_QUOTA)
})

test('an account that has published 5,000 products, withdrawn ones too, publishes no other', async () => {
  const form = await buildProductForm(seller)
  const files = { image_file: await smallCover(), product_file: createZipFile(1000) }
  const { id } = expectOk(await seller.call(createProduct, { form, files }))
  // Without triggers the rows are written in a tenth of the time.
  await runTransaction(shop.db, async tx => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`insert into products (seller_id, name, description, price,
        is_price_dynamic, category_id, subcategory_id, image_key, deleted_at)
      select seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id,
        image_key, now()
      from products, generate_series(2, ${LIMITS.productsPerSeller}) where id = ${id}`)
  })

  const refused = await seller.call(createProduct, { form, files })

  expect(refused).toMatchObject({ status: 413, code: 'ERROR_DIRECTORY_SIZE_EXCEEDED' })
  expect(await shop.db.$count(products)).toBe(LIMITS.productsPerSeller)
  expect(await listStoredFileNames(shop, 'images')).toHaveLength(6)
})

describe('interrupted uploads', () => {
  const percents = Array.from({ length: 30 }, (_, index) => [10, 50, 99][index % 3]!)

  test('30 uploads cut off after 10, 50 or 99 % of their bytes leave no row, no file and no used quota', async () => {
    const body = await multipart()
    for (const percent of percents) await cutAfter(body, percent)

    await expect.poll(() => listStoredFileNames(shop)).toEqual([])
    expect(await shop.db.$count(products)).toBe(0)
    expect(await storageUsage()).toEqual({ totalDirectorySize: 0, remainingSpace: QUOTA })
    const completeUpload = await seller.call(createProduct, {
      form: await buildProductForm(seller),
      files: { image_file: await smallCover(), product_file: createZipFile(FILE_BYTES) },
    })
    expect(completeUpload.ok).toBe(true)
  })

  /** Returns a product form as the request body that a browser would send, with its content type. */
  async function multipart(): Promise<{ bytes: Buffer; type: string }> {
    const data = new FormData()
    for (const [name, value] of Object.entries(await buildProductForm(seller)))
      data.append(name, String(value))
    data.append('image_file', await smallCover())
    data.append('product_file', createZipFile(FILE_BYTES))
    const encoded = new Response(data)
    return {
      bytes: Buffer.from(await encoded.arrayBuffer()),
      type: encoded.headers.get('content-type')!,
    }
  }

  async function cutAfter({ bytes, type }: { bytes: Buffer; type: string }, percent: number) {
    const sentBytes = Math.floor((bytes.length * percent) / 100)
    const captcha = await seller.solveCaptcha('create_product_form')
    const upload = request(`${shop.origin}/api/product/create`, {
      method: 'POST',
      headers: {
        cookie: [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: shop.origin,
        'x-recaptcha-token': captcha,
        'content-type': type,
        'content-length': bytes.length,
      },
    })
    const closed = new Promise<void>(resolve => upload.once('close', resolve))
    upload.on('error', () => undefined)
    await new Promise<void>(resolve => upload.write(bytes.subarray(0, sentBytes), () => resolve()))
    // The connection is cut once the temporary file exists, so that the server has a file to remove.
    await expect
      .poll(async () => (await listStoredFileNames(shop, 'temp')).length)
      .toBeGreaterThan(0)
    upload.destroy()
    await closed
  }
})

test('a file of 2 GB is counted', async () => {
  const seller = await shop.seller()
  const { id } = expectOk(await seller.call(getUser, {}))
  const context = { config: { sellerQuotaBytes: 2 ** 33 }, notify: () => Promise.resolve() }

  await runTransaction(shop.db, tx => reserveQuota(context, tx, id, 2 ** 31))

  expect(await shop.db.select().from(sellerStorageUsage)).toMatchObject([{ usedBytes: 2 ** 31 }])
})

test('a product form repeated with its idempotency key is published once and uses the quota once', async () => {
  const idempotencyKey = randomUUID()
  const form = await buildProductForm(seller)
  const file = createZipFile(FILE_BYTES)
  const publish = (client = seller) =>
    smallCover().then(image =>
      client.call(createProduct, {
        form,
        files: { image_file: image, product_file: file },
        idempotencyKey,
      }),
    )

  const first = expectOk(await publish())
  const repeated = await Promise.all(Array.from({ length: 5 }, () => publish()))

  expect(repeated.map(reply => expectOk(reply).id)).toEqual(Array(5).fill(first.id))
  expect(await storageUsage()).toMatchObject({ totalDirectorySize: file.size })
  expect(await listStoredFileNames(shop, 'files')).toHaveLength(1)
  expect(
    await seller.call(createProduct, {
      form: { ...form, price: 200 },
      files: { image_file: await smallCover(), product_file: file },
      idempotencyKey,
    }),
  ).toMatchObject({ status: 400, code: 'INVALID_DATA' })
  const otherSeller = await shop.creator()
  expect(expectOk(await publish(otherSeller)).id).not.toBe(first.id)

  expectOk(await seller.call(deleteProduct, { params: { id: first.id } }))
  expect(expectOk(await publish()).id).not.toBe(first.id)
})

test('eight concurrent requests with one idempotency key publish one product in the rest of the quota, and all return it', async () => {
  const idempotencyKey = randomUUID()
  const form = await buildProductForm(seller)
  const image = await smallCover()
  const file = createZipFile(QUOTA - 500)

  const replies = await Promise.all(
    Array.from({ length: 8 }, () =>
      seller.call(createProduct, {
        form,
        files: { image_file: image, product_file: file },
        idempotencyKey,
      }),
    ),
  )

  expect(new Set(replies.map(reply => expectOk(reply).id)).size).toBe(1)
  expect(await shop.db.select().from(products)).toHaveLength(1)
  await expect.poll(() => listStoredFileNames(shop, 'files')).toHaveLength(1)
})
