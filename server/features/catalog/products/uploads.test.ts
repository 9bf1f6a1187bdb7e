import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createProduct,
  deleteProduct,
  getPublicProduct,
  getStorageUsage,
  listMyProducts,
  updateProduct,
} from '#contract/catalog/products.ts'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import { coverImage, pdfFile } from '#tools/api-client/sample-files.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

const MB = 1024 * 1024

let shop: TestApp
let seller: ApiClient
beforeAll(async () => {
  shop = await createTestApp({
    PRODUCT_FILE_MAX_BYTES: String(2 * MB),
    SELLER_QUOTA_BYTES: String(5 * MB),
  })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.creator()
})
afterAll(() => shop.close())

/** The bytes of files, covers and temp files on the disk, as names. */
async function stored(): Promise<string[]> {
  const all = await readdir(join(shop.folder, 'storage'), { recursive: true, withFileTypes: true })
  return all.filter(entry => entry.isFile()).map(({ name }) => name)
}

const space = async () => {
  const answer = await seller.call(getStorageUsage, {})
  return answer.ok ? answer.body.totalDirectorySize : undefined
}

async function form() {
  const shelves = await seller.call(listCategoryTree, {})
  const [category] = shelves.ok ? shelves.body.categories : []
  return {
    name: 'Recetas',
    price: 100,
    isPriceDynamic: false,
    description: 'Un libro.',
    categoryId: category!.id,
    subcategoryId: category!.subcategories[0]!.id,
  }
}

const text = (content: string | Uint8Array<ArrayBuffer>, name: string) => new File([content], name)

describe('a product that cannot be accepted leaves nothing behind', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const exe = new Uint8Array([
    0x4d,
    0x5a,
    0x90,
    0,
    3,
    0,
    0,
    0,
    4,
    0,
    0,
    0,
    0xff,
    0xff,
    ...Buffer.alloc(200),
  ])
  const rows: [
    string,
    () => Promise<Partial<Record<'image_file' | 'product_file', File>>>,
    number,
    string,
  ][] = [
    [
      'an EXE named .pdf',
      async () => ({ image_file: await coverImage(), product_file: text(exe, 'libro.pdf') }),
      400,
      'ERROR_UPLOADING_PRODUCT_FILE',
    ],
    [
      'a PDF named .exe',
      async () => ({ image_file: await coverImage(), product_file: pdfFile(9000, 'libro.exe') }),
      400,
      'ERROR_UPLOADING_PRODUCT_FILE',
    ],
    [
      'an HTML page named .pdf',
      async () => ({
        image_file: await coverImage(),
        product_file: text('<html></html>', 'a.pdf'),
      }),
      400,
      'ERROR_UPLOADING_PRODUCT_FILE',
    ],
    [
      'an SVG named .png',
      async () => ({ image_file: text(svg, 'tapa.png'), product_file: pdfFile(9000) }),
      400,
      'ERROR_UPLOADING_PRODUCT_IMAGE',
    ],
    [
      'a picture of 30000 by 30000',
      async () => ({ image_file: hugePng(), product_file: pdfFile(9000) }),
      400,
      'ERROR_UPLOADING_PRODUCT_IMAGE',
    ],
    [
      'a torn picture',
      async () => ({
        image_file: text(
          new Uint8Array((await (await coverImage()).arrayBuffer()).slice(0, 200)),
          'tapa.png',
        ),
        product_file: pdfFile(9000),
      }),
      400,
      'ERROR_UPLOADING_PRODUCT_IMAGE',
    ],
    [
      'a file one byte too large',
      async () => ({
        image_file: await coverImage(),
        product_file: text(new Uint8Array(2 * MB + 1), 'a.pdf'),
      }),
      413,
      'ERROR_UPLOADING_FILES',
    ],
    [
      'an image one byte too large',
      async () => ({
        image_file: text(new Uint8Array(5 * MB + 1), 'a.png'),
        product_file: pdfFile(9000),
      }),
      413,
      'ERROR_UPLOADING_FILES',
    ],
    [
      'an empty file',
      async () => ({ image_file: await coverImage(), product_file: text('', 'libro.pdf') }),
      400,
      'ERROR_UPLOADING_PRODUCT_FILE',
    ],
    [
      'no file',
      async () => ({ image_file: await coverImage() }),
      400,
      'ERROR_MISSING_PRODUCT_DATA',
    ],
    ['no image', async () => ({ product_file: pdfFile(9000) }), 400, 'ERROR_MISSING_PRODUCT_DATA'],
    [
      'a file of an unknown name',
      async () => ({ other: pdfFile(9000) }) as never,
      400,
      'INVALID_DATA',
    ],
  ]
  test.each(rows)('%s', async (_, files, status, code) => {
    const answer = await seller.call(createProduct, { form: await form(), files: await files() })

    expect(answer).toMatchObject({ status, code })
    expect(await stored()).toEqual([])
    expect(await space()).toBe(0)
    expect(await seller.call(listMyProducts, {})).toMatchObject({ body: { products: [] } })
  })

  test.each([
    ['name', 'ab', 400, 'INVALID_DATA'],
    ['name', 'x'.repeat(51), 400, 'INVALID_DATA'],
    ['description', 'x'.repeat(501), 400, 'INVALID_DATA'],
    ['price', 0, 400, 'INVALID_DATA'],
    ['price', 1_000_000, 400, 'INVALID_DATA'],
    ['price', 9.5, 400, 'INVALID_DATA'],
    ['categoryId', 4242, 400, 'ERROR_CATEGORY_NOT_FOUND'],
    ['subcategoryId', 4242, 400, 'ERROR_SUBCATEGORY_NOT_FOUND'],
    ['subcategoryId', 3, 400, 'ERROR_SUBCATEGORY_NOT_FOUND'],
  ])('with %s %s', async (field, value, status, code) => {
    const files = { image_file: await coverImage(), product_file: pdfFile(9000) }
    const answer = await seller.call(createProduct, {
      form: { ...(await form()), [field]: value },
      files,
    })
    expect(answer).toMatchObject({ status, code })
    expect(await stored()).toEqual([])
  })

  test('a connection cut in the middle', async () => {
    const captcha = await seller.solve('create_product_form')
    const cookie = [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const cut = request(`${shop.origin}/api/product/create`, {
      method: 'POST',
      headers: {
        cookie,
        origin: shop.origin,
        'x-recaptcha-token': captcha,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 2 * MB,
      },
    })
    cut.on('error', () => undefined)
    cut.write(
      '--b\r\ncontent-disposition: form-data; name="product_file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n',
    )
    cut.write(Buffer.alloc(MB))
    await expect.poll(async () => (await stored()).length).toBe(1)

    cut.destroy()

    await expect.poll(stored).toEqual([])
    expect(await space()).toBe(0)
  })
})

test('a picture arrives as WebP and AVIF in three widths, and the file under a name that is safe', async () => {
  const file = pdfFile(50_000, '../../Mi "libro"; ñandú.PDF')
  const product = await shop.publish(seller, { file })

  expect((await stored()).filter(name => name.endsWith('.webp')).sort()).toEqual([
    '320.webp',
    '640.webp',
    '960.webp',
  ])
  expect((await stored()).filter(name => name.endsWith('.avif'))).toHaveLength(3)
  const cover = await fetch(`${shop.origin}${product.imageFile}`)
  expect(cover.headers.get('content-type')).toBe('image/webp')
  expect(cover.headers.get('cache-control')).toContain('immutable')
  expect(product.file).toEqual({ type: 'PDF', sizeBytes: file.size })
})

test('no answer holds a storage key or a seller’s email', async () => {
  const product = await shop.publish(seller)

  const answer = await shop.visitor().request(`/api/public/product/${product.id}`)

  const body = await answer.text()
  expect(body).not.toMatch(/storage|@creators\.test|token/i)
})

test('a seller takes exactly the space there is, also with uploads at the same moment', async () => {
  const file = () => pdfFile(MB)
  const shared = await form()
  const upload = async () =>
    seller.call(createProduct, {
      form: shared,
      files: { image_file: await coverImage({ width: 40, height: 50 }), product_file: file() },
    })

  const answers = await Promise.all(Array.from({ length: 8 }, upload))

  const fits = Math.floor((5 * MB) / file().size)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(fits)
  expect(
    answers.filter(answer => !answer.ok && answer.code === 'ERROR_DIRECTORY_SIZE_EXCEEDED'),
  ).toHaveLength(8 - fits)
  expect(await space()).toBe(fits * file().size)
})

describe('what was bought stays', () => {
  test('a product withdrawn after its sale is still downloaded, and still counts', async () => {
    await shop.link(seller)
    const file = pdfFile(200_000)
    const product = await shop.publish(seller, { file })
    const { preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.becomes(token, 'approved')

    expect(await seller.call(deleteProduct, { params: { id: product.id } })).toMatchObject({
      status: 204,
    })

    expect(
      await shop.visitor().call(getPublicProduct, { params: { id: product.id } }),
    ).toMatchObject({ status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' })
    const download = await fetch((await shop.look(token)).items[0]!.downloadUrl!)
    expect(
      Buffer.from(await download.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer())),
    ).toBe(true)
    expect(await space()).toBe(file.size)
  })

  test('a new version is for new buyers', async () => {
    await shop.link(seller)
    const [old, fresh] = [pdfFile(100_000), pdfFile(120_000)]
    const product = await shop.publish(seller, { file: old })
    const { preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.becomes(token, 'approved')

    expect(
      await seller.call(updateProduct, {
        params: { id: product.id },
        form: { price: 200 },
        files: { product_file: fresh },
      }),
    ).toMatchObject({
      status: 200,
      body: { price: 200, name: product.name },
    })

    const download = await fetch((await shop.look(token)).items[0]!.downloadUrl!)
    expect((await download.arrayBuffer()).byteLength).toBe(old.size)
    expect(await space()).toBe(old.size + fresh.size)
  })

  test('a version nobody bought is freed and removed', async () => {
    const product = await shop.publish(seller, { file: pdfFile(100_000) })
    const fresh = pdfFile(50_000)

    await seller.call(updateProduct, {
      params: { id: product.id },
      form: {},
      files: { product_file: fresh },
    })
    expect(await space()).toBe(fresh.size)
    await seller.call(deleteProduct, { params: { id: product.id } })

    expect(await space()).toBe(0)
    await shop.workDone()
    expect((await stored()).filter(name => !/webp|avif/.test(name))).toEqual([])
  })
})

test('another seller’s product answers as if it were not there', async () => {
  const product = await shop.publish(seller)
  const other = await shop.creator()

  expect(await other.call(deleteProduct, { params: { id: product.id } })).toMatchObject({
    status: 404,
    code: 'ERROR_PRODUCT_NOT_FOUND',
  })
  expect(
    await other.call(updateProduct, { params: { id: product.id }, form: { price: 1 }, files: {} }),
  ).toMatchObject({ status: 404 })
})

/** A PNG whose header says 30000 by 30000: a few bytes that would be 3.6 GB of pixels. */
function hugePng(): File {
  const crc = (bytes: Buffer) => {
    let value = 0xffffffff
    for (const byte of bytes) {
      value ^= byte
      for (let bit = 0; bit < 8; bit += 1)
        value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    }
    return (value ^ 0xffffffff) >>> 0
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(30_000, 0)
  header.writeUInt32BE(30_000, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const bytes = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(20)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return new File([new Uint8Array(bytes)], 'tapa.png')
}
