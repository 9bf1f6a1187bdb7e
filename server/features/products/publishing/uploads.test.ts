import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProduct, listOwnProducts } from '#contract/products/products.ts'
import { productFiles } from '#server/db/schema/index.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import {
  listStoredFileNames,
  readUsedBytes,
  buildProductForm,
} from '#tools/test-app/product-uploads.ts'
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

const textFile = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
  new File([content], name)

test('a file keeps the quotation marks that browsers escape, and its percent signs', async () => {
  const files = {
    image_file: await createCoverImage(),
    product_file: createPdfFile(900, '50% "rápido" %25.pdf'),
  }

  const product = await seller.call(createProduct, { form: await buildProductForm(seller), files })

  expect(product.status).toBe(201)
  expect(await shop.db.select({ name: productFiles.fileName }).from(productFiles)).toEqual([
    { name: '50% “rápido” %25.pdf' },
  ])
})

describe('refused uploads', () => {
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
      async () => ({
        image_file: await createCoverImage(),
        product_file: textFile(exe, 'libro.pdf'),
      }),
      400,
      'ERROR_UPLOADING_PRODUCT_FILE',
    ],
    [
      'a PDF named .exe',
      async () => ({
        image_file: await createCoverImage(),
        product_file: createPdfFile(9000, 'libro.exe'),
      }),
      400,
      'ERROR_UPLOADING_PRODUCT_FILE',
    ],
    [
      'an HTML page named .pdf',
      async () => ({
        image_file: await createCoverImage(),
        product_file: textFile('<html></html>', 'a.pdf'),
      }),
      400,
      'ERROR_UPLOADING_PRODUCT_FILE',
    ],
    [
      'an SVG named .png',
      async () => ({ image_file: textFile(svg, 'tapa.png'), product_file: createPdfFile(9000) }),
      400,
      'ERROR_UPLOADING_PRODUCT_IMAGE',
    ],
    [
      'an image of 30000 by 30000 pixels',
      async () => ({ image_file: hugePng(), product_file: createPdfFile(9000) }),
      400,
      'ERROR_IMAGE_TOO_MANY_PIXELS',
    ],
    [
      'a truncated image',
      async () => ({
        image_file: textFile(
          new Uint8Array((await (await createCoverImage()).arrayBuffer()).slice(0, 200)),
          'tapa.png',
        ),
        product_file: createPdfFile(9000),
      }),
      400,
      'ERROR_IMAGE_CUT_OFF',
    ],
    [
      'a file one byte too large',
      async () => ({
        image_file: await createCoverImage(),
        product_file: textFile(new Uint8Array(2 * MB + 1), 'a.pdf'),
      }),
      413,
      'ERROR_UPLOADING_FILES',
    ],
    [
      'an image one byte too large',
      async () => ({
        image_file: textFile(new Uint8Array(5 * MB + 1), 'a.png'),
        product_file: createPdfFile(9000),
      }),
      413,
      'ERROR_UPLOADING_FILES',
    ],
    [
      'an empty file',
      async () => ({
        image_file: await createCoverImage(),
        product_file: textFile('', 'libro.pdf'),
      }),
      400,
      'ERROR_FILE_EMPTY',
    ],
    [
      'no file',
      async () => ({ image_file: await createCoverImage() }),
      400,
      'ERROR_MISSING_PRODUCT_DATA',
    ],
    [
      'no image',
      async () => ({ product_file: createPdfFile(9000) }),
      400,
      'ERROR_MISSING_PRODUCT_DATA',
    ],
    [
      'a file in an unknown form field',
      async () => ({ other: createPdfFile(9000) }) as never,
      400,
      'INVALID_DATA',
    ],
  ]
  test.each(rows)(
    'a product upload with %s is refused and stores nothing',
    async (_, files, status, code) => {
      const reply = await seller.call(createProduct, {
        form: await buildProductForm(seller),
        files: await files(),
      })

      expect(reply).toMatchObject({ status, code })
      expect(await listStoredFileNames(shop)).toEqual([])
      expect(await readUsedBytes(seller)).toBe(0)
      expect(await seller.call(listOwnProducts, {})).toMatchObject({ body: { products: [] } })
    },
  )

  test.each([
    ['name', 'ab', 400, 'INVALID_DATA'],
    ['name', 'x'.repeat(51), 400, 'INVALID_DATA'],
    ['description', 'x'.repeat(501), 400, 'INVALID_DATA'],
    ['price', -1, 400, 'INVALID_DATA'],
    ['price', 1_000_000, 400, 'INVALID_DATA'],
    ['price', 9.5, 400, 'INVALID_DATA'],
    ['categoryId', 4242, 400, 'ERROR_CATEGORY_NOT_FOUND'],
    ['subcategoryId', 4242, 400, 'ERROR_SUBCATEGORY_NOT_FOUND'],
    ['subcategoryId', 3, 400, 'ERROR_SUBCATEGORY_NOT_FOUND'],
  ])(
    'a product upload with the form field %s set to %j is refused and stores no file',
    async (field, value, status, code) => {
      const files = { image_file: await createCoverImage(), product_file: createPdfFile(9000) }
      const reply = await seller.call(createProduct, {
        form: { ...(await buildProductForm(seller)), [field]: value },
        files,
      })
      expect(reply).toMatchObject({ status, code })
      expect(await listStoredFileNames(shop)).toEqual([])
    },
  )

  test('a product upload whose connection is cut leaves no file and uses no quota', async () => {
    const captcha = await seller.solveCaptcha('create_product_form')
    const cookie = [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const upload = request(`${shop.origin}/api/product/create`, {
      method: 'POST',
      headers: {
        cookie,
        origin: shop.origin,
        'x-recaptcha-token': captcha,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 2 * MB,
      },
    })
    upload.on('error', () => undefined)
    upload.write(
      '--b\r\ncontent-disposition: form-data; name="product_file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n',
    )
    upload.write(Buffer.alloc(MB))
    await expect.poll(async () => (await listStoredFileNames(shop)).length).toBe(1)

    upload.destroy()

    await expect.poll(() => listStoredFileNames(shop)).toEqual([])
    expect(await readUsedBytes(seller)).toBe(0)
  })
})

test('a cover is stored as WebP and AVIF in three widths', async () => {
  const file = createPdfFile(50_000, '../../Mi "libro"; ñandú.PDF')
  const product = await shop.upload(seller, { file })

  expect((await listStoredFileNames(shop)).filter(name => name.endsWith('.webp')).sort()).toEqual([
    '320.webp',
    '640.webp',
    '960.webp',
  ])
  expect((await listStoredFileNames(shop)).filter(name => name.endsWith('.avif'))).toHaveLength(3)
  const cover = await fetch(`${shop.origin}${product.imageFile}`)
  expect(cover.headers.get('content-type')).toBe('image/webp')
  expect(cover.headers.get('cache-control')).toContain('immutable')
  expect(product.files).toEqual({
    count: 1,
    types: ['PDF'],
    sizeBytes: file.size,
    pages: null,
  })
})

test('the public product reply contains no storage key and no email of the seller', async () => {
  const product = await shop.publish(seller)

  const reply = await shop.visitor().request(`/api/public/product/${product.id}`)

  const body = await reply.text()
  expect(body).not.toMatch(/storage|@creators\.test|token/i)
})

test('concurrent uploads fill the quota exactly and the others are refused', async () => {
  const file = () => createPdfFile(MB)
  const form = await buildProductForm(seller)
  const upload = async () =>
    seller.call(createProduct, {
      form,
      files: {
        image_file: await createCoverImage({ width: 40, height: 50 }),
        product_file: file(),
      },
    })

  const replies = await Promise.all(Array.from({ length: 8 }, upload))

  const fits = Math.floor((5 * MB) / file().size)
  expect(replies.filter(({ ok }) => ok)).toHaveLength(fits)
  expect(
    replies.filter(reply => !reply.ok && reply.code === 'ERROR_DIRECTORY_SIZE_EXCEEDED'),
  ).toHaveLength(8 - fits)
  expect(await readUsedBytes(seller)).toBe(fits * file().size)
})

/** Returns a small PNG whose header claims 30000 by 30000 pixels, which would decode to 3.6 GB. */
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
