import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { PASSWORD } from '#tools/api-client/creator.ts'
import { type BrowserUser, expect } from '../fixtures.ts'

export const computeSha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/**
 * Registers a new seller by the form and opens the link of the verification mail, which signs in; ends at the
 * dashboard.
 */
export async function registerAndSignIn(
  { page }: BrowserUser,
  server: TestServer,
  locale: Locale,
  email: string,
): Promise<void> {
  const o = { locale }
  await page.goto('/register')
  await page.getByLabel(m.field_email({}, o)).fill(email)
  await page.getByLabel(m.field_password({}, o), { exact: true }).fill(PASSWORD)
  await page.getByLabel(m.field_confirm_password({}, o)).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: m.register_submit({}, o) }).click()
  await page.waitForURL('**/verifyemail')
  await expect(page.getByRole('heading', { name: m.email_sent_title({}, o) })).toBeVisible()

  const link = /http\S+\/verify\/\S+/.exec(await server.waitForMailText(email))![0]
  await page.goto(link)
  await expect(page.getByRole('heading', { name: m.verify_done({}, o) })).toBeVisible()
  await page.waitForURL('**/dashboard/welcome')
  await page.getByRole('button', { name: m.welcome_skip({}, o) }).click()
  await page.waitForURL('**/dashboard')
}

/** Links a new MercadoPago account to the seller through the consent page of the simulator. */
export async function connectMercadoPago({ page }: BrowserUser, locale: Locale): Promise<void> {
  const o = { locale }
  await page.goto('/dashboard/profile/payment')
  await page.getByRole('button', { name: m.payment_connect({}, o) }).click()
  await page.locator('select[name=user_id]').selectOption('new')
  await page.locator('button[name=decision][value=allow]').click()
  await page.waitForURL('**/dashboard/profile/payment?outcome=linked')
  await expect(page.getByText(m.payment_outcome_linked({}, o))).toBeVisible()
}

export interface PublishedEbook {
  name: string
  bytes: Uint8Array
}

/** Fills in the form for a new product, but for the product file. */
export async function fillProductForm(page: Page, locale: Locale, name: string): Promise<void> {
  const o = { locale }
  const cover = await createCoverImage({ width: 1200, height: 1500 })
  await page.getByLabel(m.create_name({}, o)).fill(name)
  await page.getByLabel(m.create_description({}, o)).fill('Ochenta recetas. Con fotos.')
  await page.getByLabel(m.create_price({}, o), { exact: true }).fill('8900')
  await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
  await page.locator('input[name=image_file]').setInputFiles({
    name: cover.name,
    mimeType: cover.type,
    buffer: Buffer.from(await cover.arrayBuffer()),
  })
}

/** Publishes an ebook through the product form; ends at the seller's list of products. */
export async function publishEbook(
  { page }: BrowserUser,
  locale: Locale,
  name: string,
  sizeBytes: number,
): Promise<PublishedEbook> {
  const o = { locale }
  const file = createPdfFile(sizeBytes, 'mi libro.pdf')
  const bytes = new Uint8Array(await file.arrayBuffer())
  await page.goto('/dashboard/product/create')
  await fillProductForm(page, locale, name)
  await page
    .locator('input[name=product_file]')
    .setInputFiles({ name: file.name, mimeType: file.type, buffer: Buffer.from(bytes) })
  await page.getByRole('button', { name: m.create_submit({}, o) }).click()
  await page.waitForURL('**/dashboard/products', { timeout: 60_000 })
  const published = page.getByRole('region', { name: m.published_title({}, o) })
  await expect(published.getByRole('link', { name: /WhatsApp/ })).toBeVisible()
  await published.getByRole('button', { name: m.close({}, o) }).click()
  await expect(page.getByRole('link', { name }).first()).toBeVisible()
  return { name, bytes }
}

/** Returns the path of the product's public page, starting from the seller's list of products. */
export async function findProductPagePath(page: Page, { name }: PublishedEbook): Promise<string> {
  await page.getByRole('link', { name, exact: true }).first().click()
  const link = page.locator('main a[href^="/product/"]')
  return (await link.getAttribute('href'))!
}

/** Fills in the email fields of the buy form and opens the simulator's payment page. */
export async function openPaymentPage(
  { page }: BrowserUser,
  locale: Locale,
  address: string,
  email: string,
): Promise<void> {
  const o = { locale }
  await page.goto(address)
  await page.getByLabel(m.buy_email({}, o), { exact: true }).fill(email)
  await page.getByLabel(m.buy_confirm({}, o), { exact: true }).fill(email)
  const pay = page.getByRole('link', { name: m.buy_now({}, o), exact: true })
  await expect(pay).toBeVisible()
  await pay.click()
  await page.waitForURL(/\/checkout\/v1\/redirect/)
}

/** Chooses the outcome of the payment on the simulator's payment page and submits the page. */
export async function choosePaymentOutcome(
  { page }: BrowserUser,
  outcome: 'approved' | 'rejected' | 'pending_cash' | 'in_process',
): Promise<void> {
  await page.locator(`input[name=outcome][value=${outcome}]`).check()
  await page
    .locator('form')
    .first()
    .locator('button[type=submit], button:not([type])')
    .first()
    .click()
}

/** Opens the order link of the delivery mail and downloads the first file; returns the bytes of the file. */
export async function downloadFromOrderMail(
  { page }: BrowserUser,
  server: TestServer,
  email: string,
): Promise<Uint8Array> {
  const link = /http\S+\/order\/\S+/.exec(await server.waitForMailText(email))![0]
  await page.goto(link)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('a[href*="/api/public/download/"]').first().click(),
  ])
  return new Uint8Array(await readFile(await download.path()))
}
