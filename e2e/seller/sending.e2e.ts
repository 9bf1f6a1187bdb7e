import type { Page } from '@playwright/test'
import { getStorageUsage, listMyProducts, updateProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { alert, notice, press, wear } from '../accounts/people.ts'
import { expect, test } from '../stage.ts'
import { creator, pickFiles } from './people.ts'

const o = { locale: 'es' } as const

/** Whether the page would ask before it is closed. */
const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('an upload that is cancelled publishes nothing, and one that is left behind is guarded to its end', async ({
  someone,
  town,
}) => {
  const { api } = await creator(town, 'cancel')
  const ana = await someone('es')
  await wear(ana, town, api)
  const { page, context } = ana
  const line = await context.newCDPSession(page)
  const sendAtMost = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/public/captcha/challenge*', route =>
    released.then(() => route.continue()),
  )
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/product/create')) sent.push(request.method())
  })
  const publish = page.getByRole('button', { name: m.create_submit({}, o) })
  const cancel = page.getByRole('button', { name: m.sending_cancel({}, o) })
  const nothingIsThere = async () => {
    expect(expectOk(await api.call(listMyProducts, {})).products).toEqual([])
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
  await pickFiles(page, { bytes: 3_000_000 })

  await press(publish)
  await cancel.click()
  await expect(notice(page, m.sending_cancelled({}, o))).toBeVisible()
  release()
  expect(sent).toEqual([])

  await sendAtMost(150_000)
  await press(publish)
  await expect(page.getByText(/^[1-9]\d?\s%$/)).toBeVisible()
  await cancel.click()
  await expect(publish).toBeVisible()
  expect(sent).toEqual(['POST'])
  await nothingIsThere()

  // The files are there as well: nothing was typed after they were picked.
  await page
    .getByRole('link', { name: m.nav_products({}, o) })
    .first()
    .click()
  await expect(page.getByText(m.draft_named({ name: 'Atlas del monte' }, o))).toBeVisible()
  await page.getByRole('link', { name: m.draft_continue({}, o) }).click()
  await expect(page.getByText(m.draft_kept({}, o))).toBeVisible()

  expect(await asksBeforeClosing(page)).toBe(false)
  await press(publish)
  await expect(page.getByText(/^[1-9]\d?\s%$/)).toBeVisible()
  await page
    .getByRole('link', { name: m.nav_security({}, o) })
    .first()
    .click()
  await page.waitForURL('**/dashboard/security')
  expect(await asksBeforeClosing(page)).toBe(true)
  await sendAtMost(-1)
  await expect(notice(page, m.create_done({}, o))).toBeVisible()
  expect(await asksBeforeClosing(page)).toBe(false)
  expect(expectOk(await api.call(listMyProducts, {})).products).toHaveLength(1)
})

test('changes that were kept undo nothing newer, and show when only their answer got lost', async ({
  someone,
  town,
}) => {
  const { api } = await creator(town, 'laptop')
  const { id } = await publishProduct(api, { name: 'Recetas', price: 100 })
  const ana = await someone('es')
  ana.forgive(/ERR_FAILED/)
  await wear(ana, town, api)
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
  await press(page.getByRole('button', { name: m.edit_submit({}, o) }))
  await page.waitForURL('**/dashboard/products')
  await expect(alert(page, m.edit_failed({}, o))).toBeVisible()
  await expect(page.getByRole('link', { name: 'Recetas de invierno' }).first()).toBeVisible()
  expect(expectOk(await api.call(listMyProducts, {})).products).toMatchObject([{ price: 200 }])

  // The session is over, and this tab does not know: what one does here says so, and leads to the door.
  await ana.context.clearCookies({ name: /session/ })
  await page.getByRole('button', { name: `${m.delete_go({}, o)} Recetas de invierno` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.delete_go({}, o), exact: true })
    .click()
  await page.waitForURL('**/login?returnTo=*')
})
