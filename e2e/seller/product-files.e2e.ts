import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import * as m from '#messages'
import { publishChanges } from '#tools/api-client/product-files.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { computeSha256, publishEbook } from '../actions/purchase-actions.ts'
import {
  buyProducts,
  createSeller,
  readOrderToken,
  tabUntilFocused,
  toFilePayload,
} from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const listNames = (list: Locator) => list.getByRole('heading', { level: 3 }).allInnerTexts()

/** Opens the menu of a file and chooses one of its actions. */
async function chooseAction(page: Page, name: string, action: string, locale: 'es' | 'en') {
  await page.getByRole('button', { name: m.files_menu({ name }, { locale }) }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** Presses a download and returns the hash of its bytes. */
async function download(page: Page, link: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return computeSha256(new Uint8Array(await readFile(await file.path())))
}

const hashOf = async (file: File) => computeSha256(new Uint8Array(await file.arrayBuffer()))

for (const [locale, width] of [
  ['es', 1280],
  ['en', 390],
] as const)
  test(`a seller adds, orders, replaces and hides files, and the buyer reads what changed and takes both versions (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const buyerEmail = `files-${locale}@mail.test`
    const { api } = await createSeller(server, 'files')
    const ana = await openBrowser(locale, width)
    await setSessionCookies(ana, server, api)
    const { page } = ana
    const book = await publishEbook(ana, locale, 'Curso de charango', 30_000)
    await page.getByRole('link', { name: book.name, exact: true }).first().click()
    await page.waitForURL(/\/dashboard\/product\/\d+$/)
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await page.getByRole('link', { name: m.detail_change_files({}, o) }).click()
    const section = page.getByRole('region', { name: m.files_title({}, o) })
    const list = section.getByRole('list').first()
    await expect(list.getByRole('listitem')).toHaveCount(1)

    const scores = createPdfFile(40_000, 'partituras.pdf')
    const exercises = createPdfFile(50_000, 'ejercicios.pdf')
    await section
      .getByLabel(m.files_add({}, o))
      .setInputFiles([await toFilePayload(scores), await toFilePayload(exercises)])
    await expect(getToast(page, m.files_added({ count: 2 }, o))).toBeVisible()
    await expect
      .poll(() => listNames(list))
      .toEqual(['mi libro.pdf', 'partituras.pdf', 'ejercicios.pdf'])

    // By keyboard: two steps up, with the focus where it was.
    const up = page.getByRole('button', { name: m.files_earlier({ name: 'ejercicios.pdf' }, o) })
    await tabUntilFocused(page, up)
    for (const position of [2, 1]) {
      await page.keyboard.press('Enter')
      const moved = m.files_moved({ name: 'ejercicios.pdf', position, count: 3 }, o)
      await expect(section.getByRole('status').filter({ hasText: moved })).toBeAttached()
      await expect(up).toBeFocused()
      await expect(up).not.toHaveAttribute('aria-disabled', position === 1 ? 'false' : 'true')
    }
    await expect
      .poll(() => listNames(list))
      .toEqual(['ejercicios.pdf', 'mi libro.pdf', 'partituras.pdf'])
    const down = page.getByRole('button', { name: m.files_later({ name: 'ejercicios.pdf' }, o) })
    await tabUntilFocused(page, down)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => listNames(list))
      .toEqual(['mi libro.pdf', 'ejercicios.pdf', 'partituras.pdf'])
    await expect(down).toBeFocused()

    // By dragging the last one to the top.
    const handles = list.getByTitle(m.files_drag({}, o))
    await handles.last().scrollIntoViewIfNeeded()
    await handles.last().hover()
    await page.mouse.down()
    const top = (await list.boundingBox())!.y
    for (let y = (await handles.last().boundingBox())!.y; y > top; y -= 12)
      await page.mouse.move((await list.boundingBox())!.x + 20, y)
    await page.mouse.move((await list.boundingBox())!.x + 20, top + 2)
    await page.mouse.up()
    await expect
      .poll(() => listNames(list))
      .toEqual(['partituras.pdf', 'mi libro.pdf', 'ejercicios.pdf'])

    await chooseAction(page, 'mi libro.pdf', m.files_rename({}, o), locale)
    const name = page.getByLabel(m.files_name({}, o))
    await expect(name).toBeFocused()
    await checkScreen(page, `files-rename-${locale}`)
    await name.fill('El método')
    await page.keyboard.press('Enter')
    await expect(list.getByRole('heading', { name: 'El método' })).toBeFocused()

    await publishChanges(api, id)
    const { orderId } = await buyProducts(server, [id], buyerEmail)
    await page.reload()
    const corrected = createPdfFile(60_000, 'partituras corregidas.pdf')
    await section
      .getByLabel(m.files_replace_of({ name: 'partituras.pdf' }, o))
      .setInputFiles(await toFilePayload(corrected))
    await expect(getToast(page, m.files_replaced({}, o))).toBeVisible()
    await expect.poll(() => listNames(list)).toContain('partituras corregidas.pdf')
    await section
      .getByLabel(m.files_add({}, o))
      .setInputFiles(await toFilePayload(createPdfFile(20_000, 'extra.pdf')))
    await expect(list.getByRole('heading', { name: 'extra.pdf' })).toBeVisible()
    await section.getByLabel(m.files_for_earlier({}, o)).uncheck({ force: true })
    await section
      .getByLabel(m.files_add({}, o))
      .setInputFiles(await toFilePayload(createPdfFile(20_000, 'para nuevos.pdf')))
    await expect(list.getByText(m.files_new_only({}, o))).toBeVisible()
    await chooseAction(page, 'ejercicios.pdf', m.files_hide({}, o), locale)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m.files_hide({}, o) })
      .click()
    await expect(section.getByText(m.files_hidden_title({}, o))).toBeVisible()
    await expect
      .poll(() => listNames(list))
      .toEqual(['partituras corregidas.pdf', 'El método', 'extra.pdf', 'para nuevos.pdf'])
    await page.mouse.move(0, 0)
    await checkScreen(page, `files-${locale}`)
    const visitor = await openBrowser(locale, width)
    await visitor.page.goto(`/product/${id}`)
    const included = visitor.page.getByRole('region', { name: m.product_files_title({}, o) })
    await expect(included.getByText('partituras.pdf')).toBeVisible()
    await expect(included.getByText('extra.pdf')).toHaveCount(0)

    // Buyers have the files once they are published, and the seller is asked what changed.
    await page.getByRole('button', { name: m.edit_submit({}, o) }).press('Enter')
    await page.waitForURL('**/dashboard/products')
    const news = page.getByRole('region', { name: m.updates_title({}, o) })
    const note = news.getByRole('textbox', { name: m.updates_note({}, o) })
    await note.fill('no')
    await note.press('Tab')
    await expect(note).toHaveAttribute('aria-invalid', 'true')
    await note.fill('Corregí los acordes de la página 12.')
    await expect(news.getByLabel(m.updates_email({ count: 1 }, o))).toBeChecked()
    await page.mouse.move(0, 0)
    await checkScreen(page, `files-changed-${locale}`)
    await news.getByRole('button', { name: m.updates_submit({}, o) }).press('Enter')
    await expect(getToast(page, m.updates_sent({}, o))).toBeVisible()
    await page.goto(`/dashboard/product/${id}`)
    await expect(page.getByText(m.updates_announced({}, o))).toBeVisible()

    // The product page lists what is for sale, without a script too.
    await visitor.page.reload()
    await expect(included.getByRole('listitem')).toHaveCount(4)
    await checkScreen(visitor.page, `product-files-${locale}`)

    const buyer = await openBrowser(locale, width)
    await buyer.page.goto(`/order/${await readOrderToken(server, buyerEmail)}`)
    const fileOf = (text: string) =>
      buyer.page.getByRole('listitem').filter({ hasText: text }).last()
    const replaced = fileOf('partituras corregidas.pdf')
    await expect(replaced.getByText(m.order_file_new({ date: '' }, o))).toBeVisible()
    await expect(fileOf('extra.pdf').getByText(m.order_file_added({}, o))).toBeVisible()
    await expect(fileOf('ejercicios.pdf')).toBeVisible()
    await expect(buyer.page.getByText('para nuevos.pdf')).toHaveCount(0)
    await expect(buyer.page.getByText('Corregí los acordes de la página 12.')).toBeVisible()
    await checkScreen(buyer.page, `order-files-${locale}`)

    const newest = replaced.getByRole('link', {
      name: `${m.order_download({}, o)} partituras corregidas.pdf`,
    })
    const bought = replaced.getByRole('link', { name: m.order_file_bought({}, o), exact: false })
    expect(await download(buyer.page, newest)).toBe(await hashOf(corrected))
    expect(await download(buyer.page, bought)).toBe(await hashOf(scores))
    await expect(replaced.getByText(m.order_file_left({ count: 9 }, o))).toBeVisible()

    await page.goto(`/dashboard/sales?sale=${orderId}`)
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(m.sale_file_bought({ file: 'partituras.pdf' }, o))).toBeVisible()
    await expect(drawer.getByText(m.sale_file_added({}, o))).toBeVisible()
    await checkScreen(page, `sale-files-${locale}`, { fullPage: false })
  })
