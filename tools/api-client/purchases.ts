import { setTimeout as pause } from 'node:timers/promises'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { ApiClient } from './api-client.ts'
import { expectOk, linkMercadoPago, publishProduct, registerCreator } from './creator.ts'
import { createPdfFile } from './sample-files.ts'
import type { TestServer } from '../test-app/test-server.ts'

const FILE_BYTES = 100 * 1024
const MAIL_POLL_MS = 25

/** The times of a purchase in milliseconds. */
export interface PurchaseTimes {
  /** From the order until the address of the payment page came. */
  order: number
  /** From the payment until the delivery email arrived. */
  delivery: number
}

/** Creates sellers with linked accounts, each with products of 100 KB. Resolves to the ids of the products. */
export async function createProductsOfSellers(
  server: TestServer,
  { sellers, productsOfEach }: { sellers: number; productsOfEach: number },
): Promise<number[]> {
  const productIds: number[] = []
  for (let n = 0; n < sellers; n += 1) {
    const seller = new ApiClient(server.origin)
    const email = `seller${n}@creators.test`
    await registerCreator(seller, email, address => server.waitForMailText(address))
    await linkMercadoPago(seller)
    for (let product = 0; product < productsOfEach; product += 1) {
      const file = createPdfFile(FILE_BYTES)
      productIds.push((await publishProduct(seller, { name: `Cuaderno ${n}.${product}`, file })).id)
    }
  }
  return productIds
}

/**
 * Orders a product, pays it, waits for the email and downloads the file that its page links to.
 * @throws Error if any of these fails
 */
export async function purchase(
  server: TestServer,
  productId: number,
  payerEmail: string,
): Promise<PurchaseTimes> {
  const visitor = new ApiClient(server.origin)
  const ordered = performance.now()
  const body = { products: [{ id: productId }], payerEmail }
  const { init_point: page } = expectOk(await visitor.call(createPreference, { body }))
  const order = performance.now() - ordered
  const paid = Date.now()
  const preferenceId = new URL(page).searchParams.get('pref_id')!
  await server.provider.pay({ preferenceId, outcome: 'approved' })
  const mail = await waitForMail(server, payerEmail)
  const token = /\/order\/([\w.~-]+)/.exec(mail.text)![1]!
  const { items } = expectOk(await visitor.call(getOrder, { params: { token }, query: {} }))
  const file = await visitor.request(items[0]!.downloadUrl!)
  if (!file.ok) throw new Error(`the download answered ${file.status}: ${await file.text()}`)
  const { byteLength } = await file.arrayBuffer()
  if (byteLength !== items[0]!.sizeBytes) throw new Error(`downloaded ${byteLength} bytes`)
  return { order, delivery: new Date(mail.date).getTime() - paid }
}

async function waitForMail(server: TestServer, address: string) {
  for (;;) {
    const [mail] = await server.listMails(address)
    if (mail) return mail
    await pause(MAIL_POLL_MS)
  }
}
