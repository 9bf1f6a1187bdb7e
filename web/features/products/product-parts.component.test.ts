import { describe, test } from 'vitest'
import { deleteProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { expect, refusal, success, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/features/products/product-parts.fixture.tsx')

const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
const PDF = fileOf('libro.pdf', 'application/pdf', Buffer.from('%PDF-1.4'))

async function showFields() {
  const component = await openPage()
  const { page, show, toasts } = component
  await show('FileFields')
  return {
    page,
    toasts,
    files: page.locator('input[name=product_file]'),
    cover: page.locator('input[name=image_file]'),
  }
}

describe('the file fields of a product', () => {
  test('the file fields of a product show the error of an empty file', async () => {
    const { files, page } = await showFields()

    await files.setInputFiles(fileOf('vacio.pdf', 'application/pdf', Buffer.alloc(0)))
    await expect(files).toHaveAttribute('aria-invalid', 'true')
    await expect(files).toHaveAccessibleDescription(
      new RegExp(`^${errorText('ERROR_FILE_EMPTY', 'es')}`),
    )
    await files.setInputFiles(PDF)

    await expect(files).not.toHaveAttribute('aria-invalid')
    await expect(page).toHaveTitle('libro.pdf')
  })

  test('the file fields of a product name a picture of a phone that no browser shows, and say why', async () => {
    const { cover, toasts } = await showFields()
    await expect(cover).toHaveAccessibleDescription(new RegExp(m.create_image_missing()))

    await cover.setInputFiles(fileOf('foto.heic', 'image/heic', Buffer.from('x')))

    await expect(toasts).toContainText('foto.heic')
    await expect(toasts).toContainText(errorText('ERROR_IMAGE_HEIC', 'es'))
  })
})

describe('the button that deletes a product', () => {
  async function showButton() {
    const component = await openPage()
    await component.show('Delete')
    const { page } = component
    const dialog = page.getByRole('dialog')
    return {
      ...component,
      button: page.getByRole('button', { name: `${m.delete_go()} Sobra` }),
      dialog,
      confirm: dialog.getByRole('button', { name: m.delete_go(), exact: true }),
    }
  }

  test('the button that deletes a product asks first, and nothing happens if the seller says no', async () => {
    const { button, dialog, requestsTo } = await showButton()
    await button.click()
    await expect(dialog).toContainText(m.delete_title({ name: 'Sobra' }))

    await dialog.getByRole('button', { name: m.cancel() }).click()

    await expect(dialog).toHaveCount(0)
    expect(requestsTo(deleteProduct)).toEqual([])
  })

  test('the button that deletes a product says why the server refuses, and works the next time', async () => {
    const { answer, button, confirm, page, requestsTo, toasts } = await showButton()
    answer(deleteProduct, refusal(502, 'ERROR_DELETING_PRODUCT'), success(deleteProduct))
    await button.click()
    await confirm.click()
    const failure = page.getByRole('alert').filter({ hasText: m.delete_failed() }).first()
    await expect(failure).toContainText(m.ERROR_DELETING_PRODUCT())
    await expect(page).not.toHaveTitle('deleted')

    await button.click()
    await confirm.click()

    await expect(page).toHaveTitle('deleted')
    await expect(toasts.filter({ hasText: m.delete_done() })).toBeVisible()
    expect(requestsTo(deleteProduct).map(({ path }) => path)).toEqual([
      '/product/delete/7',
      '/product/delete/7',
    ])
  })
})
