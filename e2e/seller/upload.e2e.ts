import type { Page } from '@playwright/test'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import {
  getErrorAlert,
  getToast,
  forceClick,
  setSessionCookies,
} from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { attachProductFiles, createSeller, toFilePayload } from '../actions/seller-actions.ts'

const o = { locale: 'es' } as const
const FILE_NAME = 'atlas.pdf'

/** Returns whether the browser would ask for confirmation if the page were closed. */
const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

/** Fills in the texts of a new product. */
async function fillTexts(page: Page): Promise<void> {
  await page.getByLabel(m.create_name({}, o)).fill('Atlas del monte')
  await page.getByLabel(m.create_description({}, o)).fill('Mapas. Muchos mapas.')
  await page.getByLabel(m.create_price({}, o), { exact: true }).fill('900')
  await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
}

test('a cancelled upload publishes nothing, and one that runs in the background warns before the page closes @core', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'cancel')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, api)
  const { page, context } = ana
  const devtools = await context.newCDPSession(page)
  const limitUpload = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  const publish = page.getByRole('button', { name: m.create_submit({}, o), exact: true })
  const chooseFile = async () =>
    page
      .locator('input[name=product_file]')
      .setInputFiles(await toFilePayload(createPdfFile(3_000_000, FILE_NAME)))
  const progress = page.getByText(/^[1-9]\d?\s%$/)
  const readBytes = async () => expectOk(await api.call(getStorageUsage, {})).totalDirectorySize
  const readProducts = async () => expectOk(await api.call(listOwnProducts, {})).products

  await page.goto('/dashboard/products')
  await page.getByRole('link', { name: m.upload_first_go({}, o) }).click()
  await fillTexts(page)
  await page
    .locator('input[name=image_file]')
    .setInputFiles(await toFilePayload(await createCoverImage()))

  // The press on the button waits for the upload, and ends with it.
  await limitUpload(150_000)
  await chooseFile()
  await expect(progress).toBeVisible()
  await forceClick(publish)
  await page.getByRole('button', { name: m.upload_cancel_of({ name: FILE_NAME }, o) }).click()
  await expect(getErrorAlert(page, m.create_missing_files({}, o))).toBeVisible()
  expect(await readProducts()).toEqual([])
  await expect.poll(readBytes).toBe(0)

  expect(await asksBeforeClosing(page)).toBe(false)
  await chooseFile()
  await expect(progress).toBeVisible()
  await publish.click()
  await page
    .getByRole('link', { name: m.nav_security({}, o) })
    .first()
    .click()
  await page.waitForURL('**/dashboard/security')
  expect(await asksBeforeClosing(page)).toBe(true)
  await limitUpload(-1)
  await expect(getToast(page, m.create_done({}, o))).toBeVisible()
  expect(await asksBeforeClosing(page)).toBe(false)
  expect(await readProducts()).toMatchObject([{ name: 'Atlas del monte', files: { count: 1 } }])
})

test('a product that was published while its page was left is no draft any more', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'leaves')
  const ana = await openBrowser('es')
  ana.allowConsoleError(/ERR_/)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  const { promise: isPublished, resolve: notePublished } = Promise.withResolvers<void>()
  // The server publishes the draft, and its response never arrives.
  await page.route('**/api/product/*/publish', async route => {
    await route.fetch()
    notePublished()
  })
  await page.goto('/dashboard/product/create')
  await fillTexts(page)
  await attachProductFiles(page)
  await expect(page.getByText(m.draft_complete({}, o))).toBeVisible()
  await page.getByRole('button', { name: m.create_submit({}, o), exact: true }).click()
  await isPublished

  await page
    .getByRole('link', { name: m.nav_products({}, o) })
    .first()
    .click()
  await page.waitForURL('**/dashboard/products')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Atlas del monte' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: m.drafts_title({}, o) })).toHaveCount(0)
  await expect(page.getByText(m.draft_text({}, o))).toHaveCount(0)
})
