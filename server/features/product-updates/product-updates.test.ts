import { isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { listProductFiles } from '#contract/files/product-files.ts'
import { setEmailChoice } from '#contract/order-emails.ts'
import { createProductUpdate, listProductUpdates } from '#contract/product-updates.ts'
import { daysAgo } from '#contract/core/time.ts'
import { productEditions, productUpdates } from '#server/db/schema/index.ts'
import { publishChanges, replaceFile } from '#tools/api-client/product-files.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { postOneClick } from '#tools/test-app/orders/one-click.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const BUYER = 'buyer@mail.test'
const NEWS = /^Cambiaron los archivos de tu compra: /

const shop = useTestApp()
let seller: ApiClient
let product: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  product = await shop.upload(seller)
})

const own = () => ({ id: product.id })
const tell = (note: string, isAnnounced = true) =>
  seller.call(createProductUpdate, { params: own(), body: { note, isAnnounced } })

async function replaceFirstFile(): Promise<void> {
  const { files } = expectOk(await seller.call(listProductFiles, { params: own() }))
  await replaceFile(seller, { ...own(), slot: files[0]!.id }, createZipFile(50_000, 'nuevo.zip'))
  await publishChanges(seller, product.id)
}

async function buy(payerEmail = BUYER) {
  const order = await shop.order(shop.visitor(), [{ id: product.id }], payerEmail)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  return { ...order, paymentId }
}

async function readNews(address = BUYER) {
  await shop.waitForJobs()
  return (await shop.listMails(address)).filter(({ subject }) => NEWS.test(subject))
}

describe('a seller who tells what changed', () => {
  test('a seller who tells what changed reaches each buyer once, who reads it by email and in the order', async () => {
    const { token } = await buy()
    await shop.order(shop.visitor(), [{ id: product.id }], 'unpaid@mail.test')
    await replaceFirstFile()

    const reply = expectOk(await tell('Corregí las medidas del pan.'))

    expect(reply).toMatchObject({ buyers: 1, updates: [{ isAnnounced: true }] })
    expect(reply.announceableAt).not.toBeNull()
    const [mail, ...others] = await readNews()
    expect([mail!.text.includes('Corregí las medidas del pan.'), others]).toEqual([true, []])
    expect(mail!.text).toContain(`${shop.origin}/order/${token}`)
    expect(await readNews('unpaid@mail.test')).toEqual([])
    expect((await shop.readOrder(token)).items[0]!.updates).toMatchObject([
      { note: 'Corregí las medidas del pan.' },
    ])
    const nextOrder = await buy('later@mail.test')
    expect((await shop.readOrder(nextOrder.token)).items[0]!.updates).toEqual([])
    expect(await readNews('later@mail.test')).toEqual([])
    await expectCleanInvariants(shop)
  })

  test('a seller who tells what changed can do so once a day, and only after something has changed', async () => {
    await buy()
    expectOk(await tell('Uno.'.repeat(2)))
    expect(await tell('Dos.'.repeat(2))).toMatchObject({
      status: 409,
      code: 'ERROR_ANNOUNCED_TODAY',
    })
    expectOk(await tell('Solo para el pedido.', false))
    const twoDaysAgo = { announcedAt: daysAgo(2) }
    await shop.db
      .update(productUpdates)
      .set(twoDaysAgo)
      .where(isNotNull(productUpdates.announcedAt))
    await shop.db.update(productEditions).set({ createdAt: daysAgo(3) })
    expect(await tell('Nada cambió.')).toMatchObject({
      status: 409,
      code: 'ERROR_NOTHING_CHANGED',
    })
    await replaceFirstFile()

    expectOk(await tell('Ahora sí.\nCon la tapa nueva.'))

    const news = await readNews()
    expect(news).toHaveLength(2)
    expect(news.filter(({ text }) => text.includes('Ahora sí.\n\nCon la tapa'))).toHaveLength(1)
  })

  test('a seller who tells what changed does not reach a buyer whose money went back', async () => {
    const { paymentId, token } = await buy()
    await shop.provider.changePayment(paymentId, 'refund')
    await shop.waitForOrderState(token, 'refunded')

    expect(expectOk(await tell('Cambié la tapa.')).buyers).toBe(0)

    expect(await readNews()).toEqual([])
  })
})

test('a buyer stops these emails by one click, still gets the others, and can take it back', async () => {
  const { token } = await buy()
  expectOk(await tell('Primer cambio.'))
  const [mail] = await readNews()
  const pageUrl = /\/emails\/([\w-]+)\?topic=files/.exec(mail!.text)!
  const mute = pageUrl[1]!

  const click = `${shop.origin}/api/public/emails/${mute}/files`
  expect(
    await postOneClick(click, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'),
  ).toBe(204)

  expect(expectOk(await seller.call(listProductUpdates, { params: own() })).buyers).toBe(0)
  await shop.db.update(productUpdates).set({ announcedAt: daysAgo(2) })
  await replaceFirstFile()
  expectOk(await tell('Segundo cambio.'))
  expect(await readNews()).toHaveLength(1)
  expect((await shop.readOrder(token)).arePaymentEmailsMuted).toBe(false)
  const params = { token: mute, topic: 'files' as const }
  expectOk(await shop.visitor().call(setEmailChoice, { params, query: { muted: '0' } }))
  expect(expectOk(await seller.call(listProductUpdates, { params: own() })).buyers).toBe(1)
})

test('another seller can neither read nor write the updates of a product', async () => {
  const stranger = await shop.creator()
  const missing = { status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' }

  expect(await stranger.call(listProductUpdates, { params: own() })).toMatchObject(missing)
  const body = { note: 'Una mentira.', isAnnounced: true }
  expect(await stranger.call(createProductUpdate, { params: own(), body })).toMatchObject(missing)
})
