import type { Page } from '@playwright/test'
import { getStorageUsage, listOwnProducts, updateProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  getErrorAlert,
  getToast,
  forceClick,
  setSessionCookies,
} from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { addProduct, createSeller, attachProductFiles } from '../actions/seller-actions.ts'

const o = { locale: 'es' } as const

/** Returns whether the browser would ask for confirmation if the page were closed. */
const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

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
  const { promise: captchaAllowed, resolve: allowCaptcha } = Promise.withResolvers<void>()
  await page.route('**/api/public/captcha/challenge*', route =>
    captchaAllowed.then(() => route.continue()),
  )
  const idempotencyKeys: (string | undefined)[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/product/create'))
      idempotencyKeys.push(request.headers()['idempotency-key'])
  })
  const publish = page.getByRole('button', { name: m.create_submit({}, o) })
  const cancel = page.getByRole('button', { name: m.sending_cancel({}, o) })
  const expectNothingStored = async () => {
    expect(expectOk(await api.call(listOwnProducts, {})).products).toEqual([])
    await expect
      .poll(async () => expectOk(await api.call(getStorageUsage, {})).totalDirectorySize)
      .toBe(0)
  }

  await page.goto('/dashboard/products')
  await page.getByRole('link', { name: m.upload_first_go({}, o) }).click()
  await page.getByLabel(m.create_name({}, o)).fill('Atlas del monte')
  await page.getByLabel(m.create_description({}, o)).fill('Mapas. Muchos mapas.')
  await page.getByLabel(m.create_price({}, o), { exact: true }).fill('900')
  await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
  await attachProductFiles(page, { bytes: 3_000_000 })

  await forceClick(publish)
  await cancel.click()
  await expect(getToast(page, m.sending_cancelled({}, o))).toBeVisible()
  allowCaptcha()
  expect(idempotencyKeys).toEqual([])

  await limitUpload(150_000)
  await forceClick(publish)
  await expect(page.getByText(/^[1-9]\d?\s%$/)).toBeVisible()
  await cancel.click()
  await expect(publish).toBeVisible()
  expect(idempotencyKeys).toHaveLength(1)
  await expectNothingStored()

  // The draft in memory still holds the picked files, since no field has changed since then.
  await page
    .getByRole('link', { name: m.nav_products({}, o) })
    .first()
    .click()
  await expect(page.getByText(m.draft_named({ name: 'Atlas del monte' }, o))).toBeVisible()
  await page.getByRole('link', { name: m.draft_continue({}, o) }).click()
  await expect(page.getByText(m.draft_kept({}, o))).toBeVisible()

  expect(await asksBeforeClosing(page)).toBe(false)
  await forceClick(publish)
  await expect(page.getByText(/^[1-9]\d?\s%$/)).toBeVisible()
  await page
    .getByRole('link', { name: m.nav_security({}, o) })
    .first()
    .click()
  await page.waitForURL('**/dashboard/security')
  expect(await asksBeforeClosing(page)).toBe(true)
  await limitUpload(-1)
  await expect(getToast(page, m.create_done({}, o))).toBeVisible()
  expect(await asksBeforeClosing(page)).toBe(false)
  // The server publishes requests with the same key once, even if the response to the first was lost.
  expect(idempotencyKeys).toEqual([expect.any(String), idempotencyKeys[0]])
  expect(expectOk(await api.call(listOwnProducts, {})).products).toHaveLength(1)
})

test('a product that was published while its page was left is not offered again as a draft', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'leaves')
  const ana = await openBrowser('es')
  ana.allowConsoleError(/ERR_/)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  const { promise: isStored, resolve: noteStored } = Promise.withResolvers<void>()
  // The server has the whole upload, and its response never arrives.
  await page.route('**/api/product/create', async route => {
    await route.fetch()
    noteStored()
  })
  await page.goto('/dashboard/product/create')
  await page.getByLabel(m.create_name({}, o)).fill('Atlas del monte')
  await page.getByLabel(m.create_description({}, o)).fill('Mapas. Muchos mapas.')
  await page.getByLabel(m.create_price({}, o), { exact: true }).fill('900')
  await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
  await attachProductFiles(page, { bytes: 3_000_000 })
  await forceClick(page.getByRole('button', { name: m.create_submit({}, o) }))
  await isStored

  const draft = page.getByText(m.draft_named({ name: 'Atlas del monte' }, o))
  await page
    .getByRole('link', { name: m.nav_products({}, o) })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Atlas del monte' }).first()).toBeVisible()
  await expect(draft).toHaveCount(0)

  await page.goto('/dashboard/products')
  await expect(page.getByRole('link', { name: 'Atlas del monte' }).first()).toBeVisible()
  await expect(draft).toHaveCount(0)
})

test('a restored draft of an edit does not overwrite newer values, and is saved even if the response is lost', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'laptop')
  const { id } = await addProduct(server, api, { name: 'Recetas', price: 100 })
  const ana = await openBrowser('es')
  ana.allowConsoleError(/ERR_FAILED/)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await page.goto('/dashboard/products')
  await page.getByRole('link', { name: `${m.products_edit({}, o)} Recetas` }).click()
  await page.getByLabel(m.create_name({}, o)).fill('Recetas de invierno')

  expectOk(await api.call(updateProduct, { params: { id }, form: { price: 200 }, files: {} }))
  await page.goto('/dashboard/products')
  await page.getByRole('link', { name: `${m.products_edit({}, o)} Recetas` }).click()
  await expect(page.getByText(m.edit_kept({}, o))).toBeVisible()
  await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Recetas de invierno')
  await expect(page.getByLabel(m.create_price({}, o), { exact: true })).toHaveValue('200')
  await page.route(
    '**/api/product/update/*',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await forceClick(page.getByRole('button', { name: m.edit_submit({}, o) }))
  await page.waitForURL('**/dashboard/products')
  await expect(getErrorAlert(page, m.edit_failed({}, o))).toBeVisible()
  await expect(page.getByRole('link', { name: 'Recetas de invierno' }).first()).toBeVisible()
  expect(expectOk(await api.call(listOwnProducts, {})).products).toMatchObject([{ price: 200 }])

  // If the session has ended, the next action redirects to the login page.
  await ana.context.clearCookies({ name: /session/ })
  await page.getByRole('button', { name: `${m.delete_go({}, o)} Recetas de invierno` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.delete_go({}, o), exact: true })
    .click()
  await page.waitForURL('**/login?returnTo=*')
})
