import { getPublicProduct } from '#contract/storefront/product-page.ts'
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
import { checkScreen } from '../page/screen-check.ts'
import { expect, test } from '../fixtures.ts'
import {
  addProduct,
  createSeller,
  attachProductFiles,
  tabUntilFocused,
  toFilePayload,
} from '../actions/seller-actions.ts'

const o = { locale: 'en' } as const

test.describe('products', () => {
  test('a product that could not be published stays a draft with every field and its files', async ({
    openBrowser,
    server,
  }) => {
    const { api } = await createSeller(server, 'draft')
    const ana = await openBrowser('en', 390)
    await setSessionCookies(ana, server, api)
    const { page } = ana
    await page.goto('/dashboard/products')
    await expect(page.getByRole('heading', { name: m.upload_first_title({}, o) })).toBeVisible()

    await page.goto('/dashboard/product/create')
    await forceClick(page.getByRole('button', { name: m.create_submit({}, o) }))
    await expect(getErrorAlert(page, m.create_missing_files({}, o))).toBeVisible()
    await page.getByLabel(m.create_name({}, o)).fill('Loops del altiplano')
    await page.getByLabel(m.create_description({}, o)).fill('Doce loops. Con charango.')
    await page.getByLabel(m.create_price({}, o), { exact: true }).fill('12abc00')
    await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
    await expect(page.getByLabel(m.create_price({}, o), { exact: true })).toHaveValue('1200')
    await attachProductFiles(page)

    await page.route(
      '**/api/product/*/publish',
      route =>
        route.fulfill({ status: 502, json: { code: 'ERROR_CREATING_PRODUCT', message: '' } }),
      { times: 1 },
    )
    await forceClick(page.getByRole('button', { name: m.create_submit({}, o) }))
    await page.waitForURL('**/dashboard/products')
    await expect(getErrorAlert(page, m.create_failed({}, o))).toBeVisible()
    await expect(page.getByText(m.draft_ready({}, o))).toBeVisible()

    await page.reload()
    await page.getByRole('link', { name: m.draft_continue({}, o) }).click()
    await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Loops del altiplano')
    await expect(page.getByLabel(m.create_price({}, o), { exact: true })).toHaveValue('1200')
    await expect(page.getByLabel(m.create_subcategory({}, o))).not.toHaveValue('')
    await expect(page.getByText(m.draft_complete({}, o))).toBeVisible()
    await forceClick(page.getByRole('button', { name: m.create_submit({}, o) }))
    await page.waitForURL('**/dashboard/products')
    await expect(getToast(page, m.create_done({}, o))).toBeVisible()
    await expect(page.getByRole('link', { name: 'Loops del altiplano' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: m.drafts_title({}, o) })).toHaveCount(0)
  })

  test('the edit page of an invalid or foreign product id links back to the list', async ({
    openBrowser,
    server,
  }) => {
    const { api } = await createSeller(server, 'lost')
    const otherSeller = await createSeller(server, 'other')
    const foreignProduct = await addProduct(server, otherSeller.api)
    const ana = await openBrowser('en')
    await setSessionCookies(ana, server, api)
    const { page } = ana
    await page.goto('/dashboard/product/edit/abc')
    await expect(getErrorAlert(page, m.edit_no_id({}, o))).toBeVisible()
    await expect(page.getByText(m.edit_gone({}, o))).toBeVisible()
    await page.goto(`/dashboard/product/edit/${foreignProduct.id}`)
    await expect(page.getByText(m.edit_gone({}, o))).toBeVisible()
    await page.getByRole('link', { name: m.products_back({}, o) }).click()
    await page.waitForURL('**/dashboard/products')
  })
})

test('a product can be published by keyboard alone, and every field has a label @core', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'keyboard')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await page.goto('/dashboard/product/create', { waitUntil: 'networkidle' })
  await checkScreen(page, 'create', { dark: false })

  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const choose = (name: string) => page.getByRole('combobox', { name, exact: true })
  const choosePicked = async (name: string, file: File) => {
    // The browser needs some time until it reports file choosers, so the test begins to wait before it reaches the
    // field.
    const chooserPromise = page.waitForEvent('filechooser')
    await tabUntilFocused(page, page.locator(`input[name=${name}]`))
    await page.keyboard.press('Enter')
    const chooser = await chooserPromise
    await chooser.setFiles(await toFilePayload(file))
  }
  await choosePicked('product_file', createPdfFile(20_000, 'sin_mouse.pdf'))
  await expect(field(m.create_name({}, o))).toHaveValue('Sin mouse')
  await tabUntilFocused(page, field(m.create_price({}, o)))
  await page.keyboard.type('1500')
  await tabUntilFocused(page, field(m.create_description({}, o)))
  await page.keyboard.type('Publicado con el teclado. Todo entero.')
  await tabUntilFocused(page, choose(m.create_category({}, o)))
  await page.keyboard.press('ArrowDown')
  await tabUntilFocused(page, choose(m.create_subcategory({}, o)))
  await page.keyboard.press('ArrowDown')
  await choosePicked('image_file', await createCoverImage())
  await tabUntilFocused(
    page,
    page.locator('summary').filter({ hasText: m.create_optional_price({}, o) }),
  )
  await page.keyboard.press('Enter')
  await tabUntilFocused(page, page.getByRole('switch', { name: m.create_dynamic({}, o) }))
  await page.keyboard.press('Space')
  await tabUntilFocused(page, field(m.create_suggested_price({}, o)))
  await page.keyboard.type('1400')
  await expect(page.getByText(m.issue_suggested_price({}, o))).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2500')
  await expect(page.getByText(m.issue_suggested_price({}, o))).toHaveCount(0)
  await tabUntilFocused(page, page.getByRole('button', { name: m.create_submit({}, o) }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/products')
  await expect(getToast(page, m.create_done({}, o))).toBeVisible()
  const { products } = expectOk(await api.call(listOwnProducts, {}))
  expect(products).toMatchObject([{ name: 'Sin mouse', price: 1500, isPriceDynamic: true }])
  const params = { id: products[0]!.id }
  const { suggestedPrice } = expectOk(await api.call(getPublicProduct, { params }))
  expect(suggestedPrice).toBe(2500)
})
