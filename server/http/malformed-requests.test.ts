import { readdir, rename } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { uploadPicture } from '#contract/profiles.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
  await shop.reset()
})
afterAll(() => shop.close())

/** Requests a path exactly as given, while `fetch` would normalize it. */
function get(path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(shop.origin)
    const request = httpRequest({ hostname, port, path }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, body: Buffer.concat(chunks).toString() }),
      )
    })
    request.on('error', reject).end()
  })
}

describe('addresses', () => {
  test.each(['/api/public/product/%zz', '/api/%ff', `/api/public/product/${'9'.repeat(800)}`])(
    'the malformed API URL %s answers 400 INVALID_DATA without repeating the URL',
    async path => {
      const { status, body } = await get(path)

      expect(status).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ code: 'INVALID_DATA' })
      expect(body).not.toContain(path.slice(-6))
    },
  )

  test.each(['/%zz', '/product/%ff', '/%E0%A4%A'])(
    'the malformed page URL %s answers with the 404 page instead of an error of the framework',
    async path => {
      const { status, body } = await get(path)

      expect(status).toBe(404)
      expect(body).not.toContain('FST_')
    },
  )
})

describe('numbers in digits only', () => {
  test.each([
    '/api/public/product/1e3',
    '/api/public/product/0x10',
    '/api/public/product/1.0',
    '/api/public/product/page/1e1',
    '/api/public/product/page/1?minPrice=1e3',
    '/api/public/product/page/1?category=%2B1',
  ])('the URL %s answers 400, since numbers must consist of digits', async path => {
    expect(await get(path)).toMatchObject({ status: 400 })
  })

  test.each([['1'], [1.5], ['1e3']])('a cart with the product id %j is rejected', async id => {
    const body = { products: [{ id: id as number }], payerEmail: 'buyer@mail.test' }

    const answer = await shop.visitor().call(createPreference, { body })

    expect(answer).toMatchObject({ ok: false, status: 400 })
  })

  test('a price of 1e3 is rejected when a product is published', async () => {
    const seller = await shop.seller()

    await expect(shop.upload(seller, { price: '1e3' as never })).rejects.toThrow('INVALID_DATA')
  })
})

describe('multipart bodies', () => {
  const COMPLETE = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nA name\r\n--x--\r\n'
  const CUT_FILE =
    '--x\r\ncontent-disposition: form-data; name="image_file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nabc'

  test.each([
    ['without a boundary', 'multipart/form-data', COMPLETE],
    ['cut off in a text field', 'multipart/form-data; boundary=x', COMPLETE.slice(0, 60)],
    ['cut off in a file', 'multipart/form-data; boundary=x', CUT_FILE],
    ['without any part', 'multipart/form-data; boundary=x', 'nothing'],
  ])('a multipart body %s answers 400', async (_, type, body) => {
    const seller = await shop.seller()
    const answer = await seller.request('/api/product/create', {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-recaptcha-token': await seller.solveCaptcha('create_product_form'),
      },
      body,
    })

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: expect.stringMatching(/INVALID_DATA|MISSING/),
    })
  })
})

describe('uploads that fail', () => {
  const HEADERS =
    '--x\r\ncontent-disposition: form-data; name="picture_file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const WHOLE = `${HEADERS}0123456789\r\n--x--\r\n`
  const uploads = () => join(shop.folder, 'storage', 'temp')
  const upload = async (seller: ApiClient, body: string) => {
    const answer = await seller.request('/api/profile/picture', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    })
    const { code } = (await answer.json()) as { code: string }
    return { status: answer.status, code }
  }

  test('a body that ends anywhere answers 400 and leaves no file behind', async () => {
    const seller = await shop.seller()
    const lengths = Array.from({ length: WHOLE.length }, (_, at) => at + 1)

    const answers = new Set<string>()
    for (const length of lengths) {
      const { status, code } = await upload(seller, WHOLE.slice(0, length))
      answers.add(`${status} ${code}`)
    }

    expect([...answers].toSorted()).toEqual([
      '400 ERROR_UPLOADING_PRODUCT_IMAGE',
      '400 INVALID_DATA',
    ])
    expect(await readdir(uploads())).toEqual([])
  })

  test('a file that cannot be written is not called malformed', async () => {
    const seller = await shop.seller()
    await rename(uploads(), `${uploads()}-away`)
    try {
      expect(await upload(seller, WHOLE)).toMatchObject({ status: 500 })
    } finally {
      await rename(`${uploads()}-away`, uploads())
    }
  })
})

describe('oversized parts of requests', () => {
  test('a JSON body of more than 16 KB answers 413 before it is parsed', async () => {
    const body = JSON.stringify({ email: 'ana@mail.test', password: 'x'.repeat(17_000) })

    const answer = await shop.visitor().request('/api/public/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })

    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'INVALID_DATA' })
  })

  test('an image of more than 51 million pixels is refused', async () => {
    const seller = await shop.seller()
    const picture_file = await createCoverImage({ width: 9000, height: 5700 })

    const answer = await seller.call(uploadPicture, { form: {}, files: { picture_file } })

    expect(answer).toMatchObject({ ok: false, code: 'ERROR_IMAGE_TOO_MANY_PIXELS' })
  })
})

test('a captcha challenge for an unknown action answers 400', async () => {
  expect(await get('/api/public/captcha/challenge?action=other')).toMatchObject({ status: 400 })
  expect(await get('/api/public/captcha/challenge?action=login_form')).toMatchObject({
    status: 200,
  })
})

test('an order’s JSON has headers that forbid indexing and sending its URL as a referrer', async () => {
  const answer = await fetch(`${shop.origin}/api/public/order/some-token`)

  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
})
