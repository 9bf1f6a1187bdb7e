import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Product,
  createProduct,
  deleteProduct,
  getStorageUsage,
  updateProduct,
} from '#contract/catalog/products.ts'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import { products } from '#server/db/schema/index.ts'
import { coverImage, pdfFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

const FILE_BYTES = 200_000
const ROOM_FOR = 7
/** Room for exactly seven files, and not a byte more. */
const QUOTA = ROOM_FOR * pdfFile(FILE_BYTES).size

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

/** Product files and covers that are in storage, and what is on its way there. */
async function stored(folder = ''): Promise<string[]> {
  const all = await readdir(join(shop.folder, 'storage', folder), {
    recursive: true,
    withFileTypes: true,
  })
  return all.filter(entry => entry.isFile()).map(({ name }) => name)
}

const space = async () => expectOk(await seller.call(getStorageUsage, {}))

async function form() {
  const { categories } = expectOk(await seller.call(listCategoryTree, {}))
  return {
    name: 'Recetas',
    price: 100,
    isPriceDynamic: false,
    description: 'Un libro.',
    categoryId: categories[0]!.id,
    subcategoryId: categories[0]!.subcategories[0]!.id,
  }
}

const smallCover = () => coverImage({ width: 40, height: 50 })

test('of 40 uploads at once into room for exactly 7, 7 are published and 33 are told that it is full', async () => {
  const shared = await form()
  const cover = await smallCover()
  const upload = () =>
    seller.call(createProduct, {
      form: shared,
      files: { image_file: cover, product_file: pdfFile(FILE_BYTES) },
    })

  const answers = await Promise.all(Array.from({ length: 40 }, upload))

  expect(answers.filter(({ ok }) => ok)).toHaveLength(ROOM_FOR)
  const refused = answers.filter(answer => !answer.ok)
  expect(refused).toHaveLength(40 - ROOM_FOR)
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 413, code: 'ERROR_DIRECTORY_SIZE_EXCEEDED' })
  expect(await space()).toEqual({ totalDirectorySize: QUOTA, remainingSpace: 0 })
  expect(await shop.db.$count(products)).toBe(ROOM_FOR)
  expect(await stored('files')).toHaveLength(ROOM_FOR)
  expect(await stored('images')).toHaveLength(ROOM_FOR * 6)
  expect(await stored('temp')).toEqual([])
})

test('a file is replaced in a full kiosk where the new one is no larger, also by 10 at once', async () => {
  const shared = await form()
  const cover = await smallCover()
  const files = { image_file: cover, product_file: pdfFile(FILE_BYTES) }
  const made: Product[] = []
  for (let index = 0; index < ROOM_FOR; index += 1)
    made.push(expectOk(await seller.call(createProduct, { form: shared, files })))

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      seller.call(updateProduct, {
        params: { id: made[index % 2]!.id },
        form: {},
        files: { product_file: pdfFile(FILE_BYTES) },
      }),
    ),
  )

  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await space()).toEqual({ totalDirectorySize: QUOTA, remainingSpace: 0 })
  const larger = await seller.call(updateProduct, {
    params: { id: made[0]!.id },
    form: {},
    files: { product_file: pdfFile(FILE_BYTES + 1) },
  })
  expect(larger).toMatchObject({ status: 413, code: 'ERROR_DIRECTORY_SIZE_EXCEEDED' })
  await shop.workDone()
  expect(await stored('files')).toHaveLength(ROOM_FOR)
})

describe('an upload that is cut off leaves no row, no file, and the space as it was', () => {
  const percents = Array.from({ length: 30 }, (_, index) => [10, 50, 99][index % 3]!)

  test('30 times, after 10, 50 and 99 % of its bytes', async () => {
    const body = await multipart()
    for (const percent of percents) await cutAfter(body, percent)

    await expect.poll(() => stored()).toEqual([])
    expect(await shop.db.$count(products)).toBe(0)
    expect(await space()).toEqual({ totalDirectorySize: 0, remainingSpace: QUOTA })
    const whole = await seller.call(createProduct, {
      form: await form(),
      files: { image_file: await smallCover(), product_file: pdfFile(FILE_BYTES) },
    })
    expect(whole.ok).toBe(true)
  })

  /** The bytes a browser would send, and their type. */
  async function multipart(): Promise<{ bytes: Buffer; type: string }> {
    const data = new FormData()
    for (const [name, value] of Object.entries(await form())) data.append(name, String(value))
    data.append('image_file', await smallCover())
    data.append('product_file', pdfFile(FILE_BYTES))
    const encoded = new Response(data)
    return {
      bytes: Buffer.from(await encoded.arrayBuffer()),
      type: encoded.headers.get('content-type')!,
    }
  }

  async function cutAfter({ bytes, type }: { bytes: Buffer; type: string }, percent: number) {
    const sent = Math.floor((bytes.length * percent) / 100)
    const captcha = await seller.solve('create_product_form')
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
    const gone = new Promise<void>(resolve => upload.once('close', resolve))
    upload.on('error', () => undefined)
    await new Promise<void>(resolve => upload.write(bytes.subarray(0, sent), () => resolve()))
    // The server has begun: what it holds must go again.
    await expect.poll(async () => (await stored('temp')).length).toBeGreaterThan(0)
    upload.destroy()
    await gone
  }
})

test('a form that is sent again after its answer got lost publishes once, and takes its space once', async () => {
  const idempotencyKey = randomUUID()
  const shared = await form()
  const file = pdfFile(FILE_BYTES)
  const publish = (who = seller) =>
    smallCover().then(image =>
      who.call(createProduct, {
        form: shared,
        files: { image_file: image, product_file: file },
        idempotencyKey,
      }),
    )

  const first = expectOk(await publish())
  const again = await Promise.all(Array.from({ length: 5 }, () => publish()))

  expect(again.map(answer => expectOk(answer).id)).toEqual(Array(5).fill(first.id))
  expect(await space()).toMatchObject({ totalDirectorySize: file.size })
  expect(await stored('files')).toHaveLength(1)
  expect(
    await seller.call(createProduct, {
      form: { ...shared, price: 200 },
      files: { image_file: await smallCover(), product_file: file },
      idempotencyKey,
    }),
  ).toMatchObject({ status: 400, code: 'INVALID_DATA' })
  const other = await shop.creator()
  expect(expectOk(await publish(other)).id).not.toBe(first.id)

  expectOk(await seller.call(deleteProduct, { params: { id: first.id } }))
  expect(expectOk(await publish()).id).not.toBe(first.id)
})

test('of the same form sent eight times at once into the last room, one is published and nobody is refused', async () => {
  const idempotencyKey = randomUUID()
  const shared = await form()
  const image = await smallCover()
  const file = pdfFile(QUOTA - 500)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      seller.call(createProduct, {
        form: shared,
        files: { image_file: image, product_file: file },
        idempotencyKey,
      }),
    ),
  )

  expect(new Set(answers.map(answer => expectOk(answer).id)).size).toBe(1)
  expect(await shop.db.select().from(products)).toHaveLength(1)
  await expect.poll(() => stored('files')).toHaveLength(1)
})
