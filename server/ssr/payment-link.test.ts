import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteProduct, setProductState } from '#contract/products/products.ts'
import { orders } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { SignedInUser, TestApp } from '#tools/test-app/test-app.ts'
import { createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
let ana: SignedInUser
let book: { id: number; username: string }
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
})
beforeEach(async () => {
  await shop.reset()
  ana = await shop.seller()
  book = await shop.publish(ana, { name: 'Recetario', price: 8900 })
})
afterAll(() => shop.close())

/** Opens a payment link in Spanish, and returns its status and its HTML. */
async function open(link: string) {
  const reply = await shop.visitor({ 'accept-language': 'es-AR' }).request(`/comprar/${link}`)
  return { status: reply.status, headers: reply.headers, html: await reply.text() }
}

const params = ({ id }: { id: number }) => ({ id: String(id) })
const FORM = 'aria-label="Tu compra"'

/** Returns the text of the first price field. */
const readPrice = (html: string) =>
  /<input[^>]*id="buy-price-\d+"[^>]*value="(\d*)"|<input[^>]*value="(\d*)"[^>]*id="buy-price-\d+"/
    .exec(html)
    ?.slice(1)
    .find(Boolean)

describe('the page of a payment link', () => {
  test('the page of a payment link shows the product with the price of the server and the form, and changes nothing', async () => {
    const { status, headers, html } = await open(
      `${book.id}?precio=1&cupon=PAN10&para=eva@mail.test`,
    )

    expect(status).toBe(200)
    expect(html).toContain(FORM)
    expect(html).toContain('8.900')
    expect(html).not.toContain('eva@mail.test"')
    expect(headers.getSetCookie()).toEqual([])
    expect(headers.get('cache-control')).toContain('no-store')
    expect(await shop.db.$count(orders)).toBe(0)
  })

  test('the page of a payment link has a preview for messengers and is left out by search engines', async () => {
    const { html } = await open(String(book.id))

    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toContain('<meta property="og:title" content="Comprar Recetario"/>')
    expect(html).toContain(`${shop.origin}/og/product/${book.id}.jpg`)
  })

  test.each([
    ['', '5000'],
    ['?precio=9000', '9000'],
    ['?precio=4999', '5000'],
    ['?precio=1000001', '5000'],
    ['?precio=%3Cscript%3E', '5000'],
  ])(
    'the page of a payment link proposes by %j the price %s for a product whose buyer chooses it',
    async (query, price) => {
      const { id } = await shop.publish(ana, { name: 'Vidala', price: 5000, isPriceDynamic: true })

      expect(readPrice((await open(`${id}${query}`)).html)).toBe(price)
    },
  )

  test('the page of a payment link proposes the price of its seller, unless the link has one', async () => {
    const { id } = await shop.publish(ana, {
      name: 'Vidala',
      price: 5000,
      isPriceDynamic: true,
      suggestedPrice: 7000,
    })

    expect(readPrice((await open(String(id))).html)).toBe('7000')
    expect(readPrice((await open(`${id}?precio=6000`)).html)).toBe('6000')
  })

  test('the page of a payment link has no price for one of several products', async () => {
    const { id } = await shop.publish(ana, { name: 'Vidala', price: 5000, isPriceDynamic: true })

    expect(readPrice((await open(`${id},${book.id}?precio=9000`)).html)).toBe('5000')
  })

  test.each(['abc', '0', '7;9', '2147483648', '7,', '%3Cscript%3E'])(
    'the page of a payment link says that the address %s names no product',
    async address => {
      const { status, html } = await open(address)

      expect(status).toBe(404)
      expect(html).toContain('Este enlace de pago no lleva a ningún producto')
    },
  )

  test('the page of a payment link sells twenty products, and says that more are too many', async () => {
    const ids = [book.id]
    while (ids.length < 20) ids.push((await shop.publish(ana, { name: `Tomo ${ids.length}` })).id)

    const twenty = await open(ids.join(','))
    const more = await open([...ids, 999_999].join(','))

    expect(twenty.status).toBe(200)
    expect(twenty.html.match(/Tomo \d+<\/a>/g)).toHaveLength(19)
    expect(more.status).toBe(400)
    expect(more.html).toContain('Son demasiados productos')
  })

  test('the page of a payment link says that its only product is gone, or all of them', async () => {
    expectOk(await ana.call(deleteProduct, { params: params(book) }))

    const one = await open(String(book.id))
    const two = await open(`${book.id},999999`)

    expect([one.status, two.status]).toEqual([404, 404])
    expect(one.html).toContain('Este producto ya no está a la venta')
    expect(two.html).toContain('Lo de este enlace ya no está a la venta')
  })

  test('the page of a payment link says how many of its products are gone, and sells the others', async () => {
    const { status, html } = await open(`${book.id},999999`)

    expect(status).toBe(200)
    expect(html).toContain('1 producto de este enlace ya no está a la venta.')
    expect(html).toContain(FORM)
  })

  test('the page of a payment link says that its only product is paused, and takes an email for later', async () => {
    expectOk(await ana.call(setProductState, { params: params(book), body: { state: 'paused' } }))

    const { status, html } = await open(String(book.id))

    expect(status).toBe(200)
    expect(html).not.toContain(FORM)
    expect(html).toContain('Por un tiempo no está a la venta')
    expect(html).toContain('type="email"')
  })

  test('the page of a payment link names a paused product among others and leaves it out', async () => {
    const song = await shop.publish(ana, { name: 'Vidala', price: 500 })
    expectOk(await ana.call(setProductState, { params: params(book), body: { state: 'paused' } }))

    const { html } = await open(`${book.id},${song.id}`)

    expect(html).toContain('Recetario está en pausa, así que no va en esta compra.')
    expect(html).toContain(FORM)
    expect(html).not.toContain('8.900')
  })

  test('the page of a payment link says that the seller cannot be paid', async () => {
    const { id } = await shop.publish(await shop.creator())

    const { html } = await open(String(id))

    expect(html).not.toContain(FORM)
    expect(html).toContain('Quien lo vende todavía no puede recibir pagos.')
  })

  test('the page of a payment link gives a free product away, and names it among others', async () => {
    const gift = await shop.publish(ana, { name: 'Muestra', price: 0 })

    const alone = await open(String(gift.id))
    const both = await open(`${gift.id},${book.id}`)

    expect(alone.html).not.toContain(FORM)
    expect(alone.html).toContain('type="email"')
    expect(both.html).toContain('Muestra es gratis: pedilo en su página.')
    expect(both.html).toContain(FORM)
  })

  test('the page of a payment link asks with which seller to begin if its products are of two', async () => {
    const other = await shop.publish(await shop.seller(), { name: 'Ajeno' })

    const { status, html } = await open(`${book.id},${other.id}`)

    expect(status).toBe(200)
    expect(html).toContain('Este enlace tiene productos de más de un kiosko')
    expect(html).not.toContain(FORM)
    expect(html).toContain(`href="/comprar/${book.id}"`)
    expect(html).toContain(`href="/comprar/${other.id}"`)
  })
})
