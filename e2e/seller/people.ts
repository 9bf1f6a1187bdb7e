import type { Locator, Page } from '@playwright/test'
import { createPreference } from '#contract/orders.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { registerCreator, linkMercadoPago, expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'

/** Steps and people of the stories behind the counter. */

let made = 0
/** An address that nobody has had yet, at whatever the story is about. */
export const newEmail = (about: string): string => `${about}-${(made += 1)}@sellers.test`

/** A verified creator, made by the API; can be paid unless told otherwise. */
export async function creator(
  town: TestServer,
  about: string,
  { linked = true } = {},
): Promise<{ email: string; api: ApiClient }> {
  const email = newEmail(about)
  const api = new ApiClient(town.origin)
  await registerCreator(api, email, address => town.waitForMailText(address))
  if (linked) await linkMercadoPago(api)
  return { email, api }
}

/** Orders and pays by the API. Resolves to the order's id, once the house has dealt with it. */
export async function buy(
  town: TestServer,
  productIds: number[],
  payerEmail: string,
): Promise<{ orderId: string; paymentId: string }> {
  const products = productIds.map(id => ({ id }))
  const { init_point } = expectOk(
    await new ApiClient(town.origin).call(createPreference, { body: { products, payerEmail } }),
  )
  const preferenceId = new URL(init_point).searchParams.get('pref_id')!
  const { preferences } = await town.provider.readLedger()
  const orderId = preferences.find(({ id }) => id === preferenceId)!.external_reference
  const paymentId = await town.provider.pay({ preferenceId, outcome: 'approved' })
  await town.waitForJobs()
  return { orderId, paymentId }
}

/** What a file field takes. */
export async function upload(file: File) {
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) }
}

/** Gives both file fields of the product form what they ask for. */
export async function pickFiles(page: Page, { bytes = 20_000 } = {}): Promise<void> {
  await page.locator('input[name=product_file]').setInputFiles(await upload(createPdfFile(bytes)))
  await page.locator('input[name=image_file]').setInputFiles(await upload(await createCoverImage()))
}

/** Walks by Tab alone until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${String(target)}`)
}
