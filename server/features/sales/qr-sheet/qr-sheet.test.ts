import { beforeEach, describe, expect, test } from 'vitest'
import { setProductState, updateProduct } from '#contract/products/products.ts'
import { createCoupon } from '#contract/prices/coupons.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { readPdfPages } from '#tools/pdf-text.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let ana: SignedInUser
beforeEach(async () => {
  ana = await shop.seller()
})

/** Requests the sheet of a product in a language. */
function open(seller: SignedInUser, path: string, language = 'es') {
  seller.cookies.set('lang', language)
  return seller.request(`/api/product/${path}`)
}

/** Reads the text of a PDF file of one page. */
async function readPdf(reply: Response): Promise<string> {
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  const pages = await readPdfPages(new Uint8Array(await reply.arrayBuffer()))
  expect(pages).toHaveLength(1)
  return pages[0]!
}

describe('the sheet of a product for a fair', () => {
  test.each([
    ['es', '$ 8.900', 'Escaneá y comprá'],
    ['en', '$ 8.900 ARS', 'Scan and buy'],
  ])(
    'the sheet of a product for a fair has in %s its name, its seller, its price and its payment link',
    async (...row) => {
      const [language, price, text] = row
      const { id, username } = await shop.publish(ana, { name: 'Recetario', price: 8900 })

      const reply = await open(ana, `${id}/qr-sheet.pdf?price=1`, language)
      const sheet = await readPdf(reply)

      expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="qr-${id}.pdf"`)
      for (const part of ['Recetario', `@${username}`, price, text]) expect(sheet).toContain(part)
      expect(sheet).toContain(`${shop.origin}/comprar/${id}?via=qr`)
    },
  )

  test.each([
    ['', 'Desde $ 5.000', '?via=qr'],
    ['?price=9000', '$ 9.000', '?precio=9000&via=qr'],
    ['?price=4999', 'Desde $ 5.000', '?via=qr'],
  ])(
    'the sheet of a product for a fair has by %j the price %s where buyers choose it',
    async (query, price, linkQuery) => {
      const { id } = await shop.publish(ana, { price: 5000, isPriceDynamic: true })

      const sheet = await readPdf(await open(ana, `${id}/qr-sheet.pdf${query}`))

      expect(sheet).toContain(price)
      expect(sheet).toContain(`/comprar/${id}${linkQuery} `)
    },
  )

  test('the sheet of a product for a fair has with a coupon its price, its code and the link that fills it in', async () => {
    const { id } = await shop.publish(ana, { name: 'Recetario', price: 8900 })
    const body = {
      code: 'FERIA',
      kind: 'percent',
      value: 10,
      ...UNLIMITED,
    } as const
    expectOk(await ana.call(createCoupon, { body }))

    const sheet = await readPdf(await open(ana, `${id}/qr-sheet.pdf?coupon=feria`))

    expect(sheet).toContain('$ 8.010')
    expect(sheet).toContain('Con el cupón FERIA. Sin él: $ 8.900.')
    expect(sheet).toContain(`/comprar/${id}?cupon=FERIA&via=qr`)
    expect((await open(ana, `${id}/qr-sheet.pdf?coupon=otro`)).status).toBe(404)
  })

  test.each(['0', '1000001', 'abc', '1e3'])(
    'the sheet of a product for a fair refuses the price %s',
    async price => {
      const { id } = await shop.publish(ana, { price: 5000, isPriceDynamic: true })

      expect((await open(ana, `${id}/qr-sheet.pdf?price=${price}`)).status).toBe(400)
    },
  )

  test('the sheet of a product for a fair names the seller for a name in letters that it cannot write, and fits the longest name', async () => {
    const { id, username } = await shop.publish(ana, { name: 'Хлеб' })
    expect(await readPdf(await open(ana, `${id}/qr-sheet.pdf`))).toContain(
      `@${username} @${username}`,
    )
    const name = 'W'.repeat(50)
    expectOk(await ana.call(updateProduct, { params: { id: String(id) }, form: { name } }))

    expect((await readPdf(await open(ana, `${id}/qr-sheet.pdf`))).replaceAll(' ', '')).toContain(
      name,
    )
  })

  test('the sheet of a product for a fair is there for a paused product, and not for an archived one or that of another seller', async () => {
    const { id } = await shop.publish(ana)
    const setState = async (state: 'paused' | 'archived') =>
      expectOk(await ana.call(setProductState, { params: { id: String(id) }, body: { state } }))
    const statusFor = async (seller: SignedInUser) =>
      (await open(seller, `${id}/qr-sheet.pdf`)).status

    expect(await statusFor(await shop.seller())).toBe(404)
    await setState('paused')
    expect(await statusFor(ana)).toBe(200)
    await setState('archived')
    expect(await statusFor(ana)).toBe(404)
  })
})
