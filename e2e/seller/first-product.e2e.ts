import * as m from '#messages'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { readDrafts } from '#tools/api-client/drafts.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { PASSWORD, createUniqueEmail, setSessionCookies } from '../actions/account-actions.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { createEffortMeter } from '../page/effort-meter.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle, setViewport, waitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

const readDraft = async (api: ApiClient) => (await readDrafts(api))[0]

/** The most that a new seller is asked to do from the home page to the copied link of the first product. */
const MAX_EFFORT = { taps: 13, fields: 5, screens: 3 }

for (const { locale, width } of stateVariants('es', 390))
  test(`a new seller comes from the home page to the copied link of a product by few taps (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { page, context } = await openBrowser(locale, width)
    // The bars of a phone's browser leave this height.
    await setViewport(page, { width, height: 664 })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = createUniqueEmail('first')
    const meter = createEffortMeter(page)
    const check = (name: string) => checkScreen(page, `first-product-${name}-${locale}-${width}`)
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await page.goto('/')
    await waitForIdle(page)
    meter.begin('home page')
    await meter.tap(page.locator('main a[href="/register"]').first())

    meter.begin('registration')
    await meter.type(page.getByLabel(m.field_email({}, o)), email)
    await meter.type(page.getByLabel(m.field_password({}, o), { exact: true }), PASSWORD)
    await meter.type(page.getByLabel(m.field_confirm_password({}, o)), PASSWORD)
    await meter.tap(page.getByRole('checkbox'))
    await meter.tap(button(m.register_submit({}, o)))
    await page.waitForURL('**/verifyemail')

    meter.begin('verification mail')
    const link = await server.waitForMailedLink(email, 'verify')
    meter.tapElsewhere()
    await page.goto(link)
    await page.waitForURL('**/dashboard/welcome')
    await waitForIdle(page)
    await check('welcome')

    meter.begin('welcome')
    await meter.tap(button(m.welcome_next({}, o)))
    await page.waitForURL('**/dashboard')
    await waitForIdle(page)
    await check('dashboard')

    // A product can be published without a payment account, but nobody can buy it then.
    meter.begin('payment account')
    await meter.tap(button(m.payment_connect_short({}, o)))
    // The simulator has several accounts, of which others belong to other sellers of these tests.
    await page.locator('select[name=user_id]').selectOption('new')
    await meter.tap(page.locator('button[name=decision][value=allow]'))
    await page.waitForURL('**/dashboard/profile/payment?outcome=linked')
    await waitForIdle(page)
    await check('linked')

    meter.begin('product form')
    await meter.tap(page.getByRole('link', { name: m.dash_task_product({}, o), exact: true }))
    await page.waitForURL('**/dashboard/product/create')
    await waitForIdle(page)
    await meter.chooseFile(
      page.locator('[data-file-drop]').first(),
      await toFilePayload(createPdfFile(20_000, 'recetas_de-invierno.pdf')),
    )
    await meter.type(page.getByLabel(m.create_price({}, o), { exact: true }), '4500')
    await meter.type(page.getByLabel(m.create_description({}, o)), 'Ochenta recetas. Con fotos.')
    const category = page.getByLabel(m.create_category({}, o), { exact: true })
    await expect(page.getByText(m.create_category_by_name({}, o))).toBeVisible()
    await meter.look(category)
    await waitForIdle(page)
    await check('form')
    await meter.tap(button(m.create_submit({}, o)))
    await page.waitForURL('**/dashboard/products')
    await waitForIdle(page)
    await check('published')

    meter.begin('link')
    const published = page.getByRole('region', { name: m.published_title({}, o) })
    await meter.tap(published.getByRole('button', { name: m.share_copy({}, o) }))
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(readClipboard).toMatch(/\/product\/\d+\/recetas-de-invierno$/)

    const steps = JSON.stringify(meter.readSteps())
    const { taps, fields, screens } = meter.readTotal()
    expect(taps, steps).toBeLessThanOrEqual(MAX_EFFORT.taps)
    expect(fields, steps).toBeLessThanOrEqual(MAX_EFFORT.fields)
    expect(screens, steps).toBeLessThanOrEqual(MAX_EFFORT.screens)
  })

test('the proposed category follows the name until the seller chooses one', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'category')
  const ana = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  const name = page.getByLabel(m.create_name({}, o))
  const category = page.getByLabel(m.create_category({}, o), { exact: true })
  const readNames = () =>
    page
      .locator('select[name=categoryId], select[name=subcategoryId]')
      .evaluateAll(selects =>
        selects.map(select => (select as HTMLSelectElement).selectedOptions[0]?.text),
      )
  const proposed = page.getByText(m.create_category_by_name({}, o))
  await gotoAndWaitForIdle(page, '/dashboard/product/create')

  await name.fill('Recetas de invierno')
  await expect.poll(readNames).toEqual(['Libros y guías', 'Cocina'])
  await expect(proposed).toBeVisible()
  await name.fill('Planilla de gastos')
  await expect.poll(readNames).toEqual(['Planillas', 'Economía del hogar'])
  await name.fill('Vidala')
  await expect(category).toHaveValue('')
  await expect(proposed).toHaveCount(0)

  await name.fill('Recetas de invierno')
  await expect(proposed).toBeVisible()
  await category.selectOption({ label: 'Cursos' })
  await expect(proposed).toHaveCount(0)
  await page.getByLabel(m.create_subcategory({}, o)).selectOption({ label: 'Idiomas' })
  await name.fill('Planilla de gastos')
  await expect.poll(async () => (await readDraft(api))?.fields.name).toBe('Planilla de gastos')
  await waitForIdle(page)
  expect(await readNames()).toEqual(['Cursos', 'Idiomas'])

  // The draft keeps it on another visit too.
  await page.reload()
  await expect.poll(readNames).toEqual(['Cursos', 'Idiomas'])
  await name.fill('Recetas de verano')
  await expect.poll(async () => (await readDraft(api))?.fields.name).toBe('Recetas de verano')
  expect(await readNames()).toEqual(['Cursos', 'Idiomas'])
})
