import type { Locator, Page } from '@playwright/test'
import { createPreference } from '#contract/orders/orders.ts'
import type { OwnProduct } from '#contract/products/products.ts'
import {
  type ProductRow,
  findSignedInUser,
  insertPaymentAccount,
  insertProductOnSale,
  insertSignedInUser,
} from '#tools/test-app/rows.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'

let emailCount = 0
/** Returns an unused email address that begins with `prefix`. */
export const createUniqueEmail = (prefix: string): string =>
  `${prefix}-${(emailCount += 1)}@sellers.test`

/**
 * Creates a verified seller by rows, who is signed in at the returned client.
 * @param linked whether a MercadoPago account is linked to the seller
 */
export async function createSeller(
  server: TestServer,
  emailPrefix: string,
  { linked = true } = {},
): Promise<{ email: string; api: ApiClient }> {
  const email = createUniqueEmail(emailPrefix)
  const api = new ApiClient(server.origin)
  const rows = await server.openRows()
  const id = await insertSignedInUser(rows, api, email)
  if (linked) await insertPaymentAccount(rows, id)
  return { email, api }
}

/** Publishes a product of the client's seller by inserting its rows into the database. */
export async function addProduct(
  server: TestServer,
  seller: ApiClient,
  product?: ProductRow,
): Promise<OwnProduct> {
  const rows = await server.openRows()
  return insertProductOnSale(rows, await findSignedInUser(rows, seller), product)
}

/** Orders products by the API and pays with the outcome. Resolves when all jobs of the payment have run. */
export async function buyProducts(
  server: TestServer,
  productIds: number[],
  payerEmail: string,
  outcome: 'approved' | 'rejected' = 'approved',
): Promise<{ orderId: string; paymentId: string }> {
  const products = productIds.map(id => ({ id }))
  const { init_point } = expectOk(
    await new ApiClient(server.origin).call(createPreference, { body: { products, payerEmail } }),
  )
  const preferenceId = new URL(init_point).searchParams.get('pref_id')!
  const { preferences } = await server.provider.readLedger()
  const orderId = preferences.find(({ id }) => id === preferenceId)!.external_reference
  const paymentId = await server.provider.pay({ preferenceId, outcome })
  await server.waitForJobs()
  return { orderId, paymentId }
}

/** Returns the token of an order from the email that delivered it. */
export async function readOrderToken(server: TestServer, buyer: string): Promise<string> {
  await server.waitForMailText(buyer)
  const texts = (await server.listMails(buyer)).map(({ text }) => text)
  return /\/order\/([\w-]+)/.exec(texts.join('\n'))![1]!
}

/** Converts a File to the payload that `setInputFiles` of Playwright takes. */
export async function toFilePayload(file: File) {
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) }
}

/** Attaches a product file of `bytes` bytes and a cover to the product form. */
export async function attachProductFiles(page: Page, { bytes = 20_000 } = {}): Promise<void> {
  await page
    .locator('input[name=product_file]')
    .setInputFiles(await toFilePayload(createPdfFile(bytes)))
  await page
    .locator('input[name=image_file]')
    .setInputFiles(await toFilePayload(await createCoverImage()))
}

/** Opens a row of the product form with what is optional. */
export async function openOptional(page: Page, title: string): Promise<void> {
  await page.locator('summary').filter({ hasText: title }).press('Enter')
}

/** Presses Tab until the target has the focus. */
export async function tabUntilFocused(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${String(target)}`)
}
