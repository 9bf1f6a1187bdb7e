import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

const o = { locale: 'es' } as const

test('a chosen file is refused at its field with the reason, and the price is read as written', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'chosen')
  const seller = await openBrowser('es', 390)
  seller.allowConsoleError(/ERR_UPLOAD_FILE_CHANGED/)
  await setSessionCookies(seller, server, api)
  const { page } = seller
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-chosen-'))
  const path = join(folder, 'libro.pdf')
  const pdf = Buffer.from(await createPdfFile(3000).arrayBuffer())
  await writeFile(path, pdf)
  try {
    await page.goto('/dashboard/product/create')
    const [product, image] = [
      page.locator('input[name=product_file]'),
      page.locator('input[name=image_file]'),
    ]

    await product.setInputFiles({
      name: 'vacio.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(0),
    })
    await expect(product).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(errorText('ERROR_FILE_EMPTY', 'es')).first()).toBeVisible()
    await image.setInputFiles({
      name: 'foto.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('x'),
    })
    await expect(page.getByText(errorText('ERROR_IMAGE_HEIC', 'es')).first()).toBeVisible()

    // The file is saved again by its program after it was chosen, before its bytes are sent.
    const { promise: isChanged, resolve: noteChange } = Promise.withResolvers<void>()
    await page.route('**/api/uploads', route => isChanged.then(() => route.continue()))
    await product.setInputFiles(path)
    const note = m.files_uploading({ count: 1, name: 'libro.pdf' }, o)
    await expect(page.getByText(note)).toBeVisible()
    await writeFile(path, Buffer.concat([pdf, Buffer.from('%changed\n')]))
    noteChange()
    await expect(page.getByText(errorText('ERROR_FILE_CHANGED', 'es')).first()).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await product.press('Enter')
    await (await chooser).setFiles(path)
    await expect(page.getByRole('heading', { name: 'libro.pdf' })).toBeVisible()
    await image.setInputFiles(await toFilePayload(await createCoverImage()))

    await page.getByLabel(m.create_name({}, o)).fill('Loops\u200b del altiplano')
    await page.getByLabel(m.create_description({}, o)).fill('Doce loops. Con charango.')
    const price = page.getByLabel(m.create_price({}, o), { exact: true })
    await price.pressSequentially('1500,50')
    await expect(page.getByText(m.issue_cents({}, o))).toBeVisible()
    await price.fill('')
    await price.pressSequentially('1.500,00')
    await price.blur()
    await expect(price).toHaveValue('1500')
    await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
    await page.getByRole('button', { name: m.create_submit({}, o) }).click()
    await page.waitForURL('**/dashboard/products')
    await expect(page.getByRole('link', { name: 'Loops del altiplano' }).first()).toBeVisible()
    await expect(page.getByText('1.500').first()).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
})
