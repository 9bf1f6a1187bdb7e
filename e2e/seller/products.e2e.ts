import { getPublicProduct, listMyProducts } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { LOCALES, alert, notice, press, wear } from '../accounts/people.ts'
import { lookAt } from '../look.ts'
import { expect, test } from '../stage.ts'
import { creator, pickFiles, tabTo, upload } from './people.ts'

for (const locale of LOCALES)
  test.describe(`products, in ${locale}`, () => {
    const o = { locale }

    test('a product that could not be published is picked up again, with every field filled', async ({
      someone,
      town,
    }) => {
      const { api } = await creator(town, 'draft')
      const ana = await someone(locale, locale === 'es' ? 360 : 1280)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/products')
      await expect(page.getByRole('heading', { name: m.upload_first_title({}, o) })).toBeVisible()

      await page.goto('/dashboard/product/create')
      await press(page.getByRole('button', { name: m.create_submit({}, o) }))
      await expect(alert(page, m.create_missing_files({}, o))).toBeVisible()
      await page.getByLabel(m.create_name({}, o)).fill('Loops del altiplano')
      await page.getByLabel(m.create_description({}, o)).fill('Doce loops. Con charango.')
      await page.getByLabel(m.create_price({}, o), { exact: true }).fill('12abc00')
      await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
      await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
      await expect(page.getByLabel(m.create_price({}, o), { exact: true })).toHaveValue('1200')
      await pickFiles(page)

      await page.route(
        '**/api/product/create',
        route =>
          route.fulfill({ status: 502, json: { code: 'ERROR_CREATING_PRODUCT', message: '' } }),
        { times: 1 },
      )
      await press(page.getByRole('button', { name: m.create_submit({}, o) }))
      await page.waitForURL('**/dashboard/products')
      await expect(alert(page, m.create_failed({}, o))).toBeVisible()
      await expect(page.getByText(m.draft_named({ name: 'Loops del altiplano' }, o))).toBeVisible()

      await page.reload()
      await page.getByRole('link', { name: m.draft_continue({}, o) }).click()
      await expect(page.getByText(m.draft_kept_texts({}, o))).toBeVisible()
      await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Loops del altiplano')
      await expect(page.getByLabel(m.create_price({}, o), { exact: true })).toHaveValue('1200')
      await expect(page.getByLabel(m.create_subcategory({}, o))).not.toHaveValue('')
      await pickFiles(page)
      await press(page.getByRole('button', { name: m.create_submit({}, o) }))
      await page.waitForURL('**/dashboard/products')
      await expect(notice(page, m.create_done({}, o))).toBeVisible()
      await expect(page.getByRole('link', { name: 'Loops del altiplano' }).first()).toBeVisible()
      await expect(page.getByText(m.draft_text({}, o))).toHaveCount(0)
    })

    test('a product whose answer got lost is there once, also when it is sent again', async ({
      someone,
      town,
    }) => {
      const { api } = await creator(town, 'lost')
      const ana = await someone(locale)
      ana.forgive(/ERR_FAILED/)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/product/create')
      await page.getByLabel(m.create_name({}, o)).fill('Cuaderno de riego')
      await page.getByLabel(m.create_description({}, o)).fill('Un año de huerta.')
      await page.getByLabel(m.create_price({}, o), { exact: true }).fill('900')
      await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
      await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
      await pickFiles(page)
      await page.route(
        '**/api/product/create',
        async route => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await press(page.getByRole('button', { name: m.create_submit({}, o) }))
      await page.waitForURL('**/dashboard/products')
      await expect(alert(page, m.create_failed({}, o))).toBeVisible()
      await expect(page.getByRole('link', { name: 'Cuaderno de riego' }).first()).toBeVisible()

      await page.getByRole('link', { name: m.draft_continue({}, o) }).click()
      await press(page.getByRole('button', { name: m.create_submit({}, o) }))
      await page.waitForURL('**/dashboard/products')
      await expect(notice(page, m.create_done({}, o))).toBeVisible()
      expect(expectOk(await api.call(listMyProducts, {})).products).toHaveLength(1)
    })

    test('only what was changed is saved, and a file that is replaced is the one that sells', async ({
      someone,
      town,
    }) => {
      const { api } = await creator(town, 'edit')
      const product = await publishProduct(api, { name: 'Recetas', price: 8900 })
      const ana = await someone(locale)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/products')
      await page.getByRole('link', { name: `${m.products_edit({}, o)} Recetas` }).click()
      const save = page.getByRole('button', { name: m.edit_submit({}, o) })
      await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Recetas')
      await expect(save).toHaveAttribute('aria-disabled', 'true')

      await page.getByLabel(m.create_name({}, o)).fill('Re')
      await press(save)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await page.getByLabel(m.create_name({}, o)).fill('Recetas de invierno')
      await page
        .locator('input[name=product_file]')
        .setInputFiles(await upload(createPdfFile(90_000, 'invierno.pdf')))
      await press(save)
      await page.waitForURL('**/dashboard/products')
      await expect(notice(page, m.edit_done({}, o))).toBeVisible()

      const now = expectOk(
        await new ApiClient(town.origin).call(getPublicProduct, { params: { id: product.id } }),
      )
      expect(now).toMatchObject({ name: 'Recetas de invierno', price: 8900 })
      expect(now.file.sizeBytes).not.toBe(product.file.sizeBytes)
      expect(now.imageFile).toBe(product.imageFile)
    })

    test('an address without a number, or with another’s, leads back to the list', async ({
      someone,
      town,
    }) => {
      const { api } = await creator(town, 'lost')
      const other = await creator(town, 'other')
      const theirs = await publishProduct(other.api)
      const ana = await someone(locale)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/product/edit/abc')
      await expect(alert(page, m.edit_no_id({}, o))).toBeVisible()
      await expect(page.getByText(m.edit_gone({}, o))).toBeVisible()
      await page.goto(`/dashboard/product/edit/${theirs.id}`)
      await expect(page.getByText(m.edit_gone({}, o))).toBeVisible()
      await page.getByRole('link', { name: m.products_back({}, o) }).click()
      await page.waitForURL('**/dashboard/products')
    })

    test('deleting asks first, and a refusal leaves the product where it hangs', async ({
      someone,
      town,
    }) => {
      const { api } = await creator(town, 'delete')
      await publishProduct(api, { name: 'Sobra' })
      const ana = await someone(locale)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/products')
      const open = page.getByRole('button', { name: `${m.delete_go({}, o)} Sobra` })
      const dialog = page.getByRole('dialog')

      await open.click()
      await dialog.getByRole('button', { name: m.cancel({}, o) }).click()
      await expect(dialog).toHaveCount(0)
      await page.route(
        '**/api/product/delete/*',
        route =>
          route.fulfill({ status: 502, json: { code: 'ERROR_DELETING_PRODUCT', message: '' } }),
        { times: 1 },
      )
      await open.click()
      await dialog.getByRole('button', { name: m.delete_go({}, o), exact: true }).click()
      await expect(
        alert(page, m.delete_failed({}, o)).getByText(m.ERROR_DELETING_PRODUCT({}, o)),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: 'Sobra' }).first()).toBeVisible()

      await open.click()
      await dialog.getByRole('button', { name: m.delete_go({}, o), exact: true }).click()
      await expect(notice(page, m.delete_done({}, o))).toBeVisible()
      await expect(page.getByRole('heading', { name: m.upload_first_title({}, o) })).toBeVisible()
      expect(expectOk(await api.call(listMyProducts, {})).products).toEqual([])
    })

    test('preview pictures are hung, put in order and taken away', async ({ someone, town }) => {
      const { api } = await creator(town, 'previews')
      const { id } = await publishProduct(api)
      const ana = await someone(locale)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto(`/dashboard/product/${id}`)
      const section = page.getByRole('region', { name: m.previews_title({}, o) })
      const add = section.locator('input[type=file]')
      for (const width of [700, 800]) {
        const count = await section.getByRole('listitem').count()
        await add.setInputFiles(await upload(await createCoverImage({ width, height: 900 })))
        await expect(section.getByRole('listitem')).toHaveCount(count + 1)
      }
      const first = await section.getByRole('img').first().getAttribute('src')
      await section.getByRole('button', { name: m.previews_later({ number: 1 }, o) }).click()
      await expect(section.getByRole('img').nth(1)).toHaveAttribute('src', first!)
      await add.setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('no picture'),
      })
      await expect(alert(page, m.drop_wrong_type({ file: 'notes.txt' }, o))).toBeVisible()
      await section.getByRole('button', { name: m.previews_remove({ number: 1 }, o) }).click()
      await expect(section.getByRole('listitem')).toHaveCount(1)

      const visitor = await someone(locale)
      await visitor.page.goto(`/product/${id}`)
      await expect(
        visitor.page.getByRole('img', { name: m.slide_name({ number: 1 }, o) }),
      ).toBeVisible()
    })
  })

test('a product is published by keyboard alone, and every field says its name', async ({
  someone,
  town,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await creator(town, 'keyboard')
  const ana = await someone('es')
  await wear(ana, town, api)
  const { page } = ana
  await page.goto('/dashboard/product/create', { waitUntil: 'networkidle' })
  await lookAt(page, 'create', { dark: false })

  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const choose = (name: string) => page.getByRole('combobox', { name, exact: true })
  await tabTo(page, field(m.create_name({}, o)))
  await page.keyboard.type('Sin mouse')
  await tabTo(page, field(m.create_description({}, o)))
  await page.keyboard.type('Publicado con el teclado. Todo entero.')
  await tabTo(page, choose(m.create_category({}, o)))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, choose(m.create_subcategory({}, o)))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, field(m.create_price({}, o)))
  await page.keyboard.type('1500')
  await tabTo(page, page.getByRole('switch', { name: m.create_dynamic({}, o) }))
  await page.keyboard.press('Space')
  for (const [name, file] of [
    ['product_file', createPdfFile(20_000)],
    ['image_file', await createCoverImage()],
  ] as const) {
    await tabTo(page, page.locator(`input[name=${name}]`))
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.keyboard.press('Enter'),
    ])
    await chooser.setFiles(await upload(file))
  }
  await tabTo(page, page.getByRole('button', { name: m.create_submit({}, o) }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/products')
  await expect(notice(page, m.create_done({}, o))).toBeVisible()
  const { products } = expectOk(await api.call(listMyProducts, {}))
  expect(products).toMatchObject([{ name: 'Sin mouse', price: 1500, isPriceDynamic: true }])
})
