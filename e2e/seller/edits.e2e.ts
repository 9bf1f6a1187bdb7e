import type { Page } from '@playwright/test'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { createDraft, getWorkingCopy, saveWorkingCopy } from '#contract/products/working-copy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import * as m from '#messages'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import {
  forceClick,
  getErrorAlert,
  getToast,
  setSessionCookies,
} from '../actions/account-actions.ts'
import { addProduct, createSeller, openOptional, toFilePayload } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

for (const { locale, width } of stateVariants('es', 390))
  test(`a change of a published product goes from one device to another, is discarded, planned and published (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'edits')
    const product = await addProduct(server, api, { name: 'Recetas', price: 8900 })
    const params = { id: product.id }
    const readCopy = async () => expectOk(await api.call(getWorkingCopy, { params }))
    const visitor = new ApiClient(server.origin)
    const readPublic = async () => expectOk(await visitor.call(getPublicProduct, { params }))
    const shown = await readPublic()

    const phone = await openBrowser(locale, width)
    await setSessionCookies(phone, server, api)
    const { page } = phone
    const changed = (target = page) =>
      target.getByRole('list', { name: m.edit_changed({}, o) }).getByRole('listitem')
    const publish = page.getByRole('button', { name: m.edit_submit({}, o) })
    await gotoAndWaitForIdle(page, '/dashboard/products')
    await page.getByRole('link', { name: `${m.products_edit({}, o)} Recetas` }).click()
    await expect(page.getByText(m.edit_unchanged({}, o))).toBeVisible()
    await expect(publish).toHaveAttribute('aria-disabled', 'true')

    // What is missing takes the focus, and nothing is published without it.
    await page.getByLabel(m.create_name({}, o)).fill('Re')
    await forceClick(publish)
    await expect(page.getByLabel(m.create_name({}, o))).toBeFocused()
    await page.getByLabel(m.create_name({}, o)).fill('Recetas de invierno')
    await page
      .locator('input[name=image_file]')
      .setInputFiles(await toFilePayload(await createCoverImage()))
    await openOptional(page, m.previews_title({}, o))
    await page
      .getByRole('region', { name: m.previews_title({}, o) })
      .locator('input[type=file]')
      .setInputFiles(await toFilePayload(await createCoverImage({ width: 700, height: 900 })))
    await expect(changed()).toHaveText([
      m.create_name({}, o),
      m.create_image({}, o),
      m.previews_title({}, o),
    ])
    await checkScreen(page, `edit-changed-${locale}`)
    await expect.poll(async () => (await readCopy()).changes).toHaveLength(3)
    await phone.context.close()
    expect(await readPublic()).toEqual(shown)

    const desk = await openBrowser(locale, 1280)
    await setSessionCookies(desk, server, api)
    await gotoAndWaitForIdle(desk.page, '/dashboard/products')
    await expect(desk.page.getByText(m.products_unpublished({}, o))).toBeVisible()
    await checkScreen(desk.page, `products-unpublished-${locale}`)
    await gotoAndWaitForIdle(desk.page, `/dashboard/product/${product.id}`)
    await expect(desk.page.getByText(m.edit_unpublished_text({}, o))).toBeVisible()
    await checkScreen(desk.page, `product-unpublished-${locale}`)
    await desk.page.getByRole('link', { name: m.edit_continue({}, o) }).click()
    const name = desk.page.getByLabel(m.create_name({}, o))
    await expect(name).toHaveValue('Recetas de invierno')
    await desk.page.getByRole('button', { name: m.edit_discard({}, o) }).press('Enter')
    const dialog = desk.page.getByRole('dialog')
    await checkScreen(desk.page, `edit-discard-${locale}`)
    await dialog.getByRole('button', { name: m.edit_discard({}, o) }).press('Enter')
    await expect(getToast(desk.page, m.edit_discarded({}, o))).toBeVisible()
    await expect(name).toHaveValue('Recetas')
    await expect(desk.page.getByText(m.edit_unchanged({}, o))).toBeVisible()
    expect(await readCopy()).toMatchObject({ changes: [], previews: [] })

    await desk.page.getByLabel(m.create_price({}, o), { exact: true }).fill('9500')
    const inTwoDays = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 16)
    await desk.page.getByLabel(m.draft_schedule({}, o)).fill(inTwoDays)
    await desk.page.getByRole('button', { name: m.draft_schedule_go({}, o) }).press('Enter')
    await expect(desk.page.getByText(m.draft_scheduled_text({}, o))).toBeVisible()
    await checkScreen(desk.page, `edit-scheduled-${locale}`)
    await name.fill('Recetas de verano')
    await desk.page.getByRole('button', { name: m.edit_submit({}, o) }).press('Enter')
    await desk.page.waitForURL('**/dashboard/products')
    await expect(getToast(desk.page, m.edit_done({}, o))).toBeVisible()
    expect(await readPublic()).toMatchObject({ name: 'Recetas de verano', price: 9500 })
    expect(await readCopy()).toMatchObject({ changes: [], publishAt: null })

    // The page of the product leads to its files in the form.
    await gotoAndWaitForIdle(desk.page, `/dashboard/product/${params.id}`)
    await desk.page.getByRole('link', { name: m.detail_change_files({}, o) }).click()
    await desk.page.waitForURL('**/product/edit/*#files')
    await expect(desk.page.getByRole('heading', { name: m.files_title({}, o) })).toBeInViewport()
  })

for (const kind of ['a draft', 'a published product'] as const)
  test(`a change of ${kind} that could not be saved is kept by the browser, and gives way to a newer one`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale: 'en' } as const
    const { api } = await createSeller(server, 'offline')
    const isDraft = kind === 'a draft'
    const { id } = isDraft
      ? expectOk(
          await api.call(createDraft, { body: { fields: { name: 'Recetas', price: '100' } } }),
        )
      : await addProduct(server, api, { name: 'Recetas', price: 100 })
    const ana = await openBrowser('en')
    ana.allowConsoleError(/ERR_|Failed to fetch/)
    await setSessionCookies(ana, server, api)
    const { context } = ana
    const address = isDraft
      ? `/dashboard/product/create?draft=${id}`
      : `/dashboard/product/edit/${id}`
    const nameOf = (page: Page) => page.getByLabel(m.create_name({}, o))
    const priceOf = (page: Page) => page.getByLabel(m.create_price({}, o), { exact: true })
    const readCopy = async () =>
      expectOk(await api.call(getWorkingCopy, { params: { id: String(id) } }))

    await gotoAndWaitForIdle(ana.page, address)
    await context.route('**/working-copy', route =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await nameOf(ana.page).fill('Recetas de invierno')
    await priceOf(ana.page).fill('150')
    await expect(ana.page.getByText(m.draft_not_saved({}, o)).first()).toBeVisible()
    // The tab crashes: one that is closed would send what was typed, past the route.
    const crashed = ana.page.waitForEvent('crash')
    await ana.page.goto('chrome://crash').catch(() => undefined)
    await crashed
    await ana.page.close()
    const params = { id: String(id) }
    expectOk(await api.call(saveWorkingCopy, { params, body: { fields: { price: '200' } } }))
    await context.unrouteAll({ behavior: 'wait' })

    const page = await context.newPage()
    await gotoAndWaitForIdle(page, address)
    await expect(nameOf(page)).toHaveValue('Recetas de invierno')
    await expect(priceOf(page)).toHaveValue('200')
    await expect(page.getByText(m.draft_changed_elsewhere({}, o))).toBeVisible()
    await expect
      .poll(async () => (await readCopy()).fields)
      .toMatchObject({ name: 'Recetas de invierno', price: '200' })
  })

test('a change of a published product is published although the answer is lost, and its session may end before', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'answer')
  const { id } = await addProduct(server, api, { name: 'Recetas' })
  const ana = await openBrowser('es')
  ana.allowConsoleError(/ERR_FAILED/)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await gotoAndWaitForIdle(page, `/dashboard/product/edit/${id}`)
  await page.getByLabel(m.create_name({}, o)).fill('Recetas de invierno')
  await page.route(
    '**/api/product/*/publish',
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
  expect(expectOk(await api.call(listOwnProducts, {})).products).toMatchObject([
    { name: 'Recetas de invierno', unpublished: null },
  ])

  // If the session has ended, the next action redirects to the login page.
  await ana.context.clearCookies({ name: /session/ })
  await page.getByRole('button', { name: `${m.delete_go({}, o)} Recetas de invierno` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.delete_go({}, o), exact: true })
    .click()
  await page.waitForURL('**/login?returnTo=*')
})
