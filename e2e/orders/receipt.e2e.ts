import { readFile } from 'node:fs/promises'
import * as m from '#messages'
import { readPdfText } from '#tools/pdf-text.ts'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { buyProducts, createUniqueEmail } from '../actions/seller-actions.ts'
import { type BrowserUser, expect, test } from '../fixtures.ts'

const o = { locale: 'en' } as const

const PHONE_WIDTH = 390

/** Clicks a link to a PDF file and reads its text. */
async function downloadPdf({ page }: BrowserUser, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ])
  return readPdfText(await readFile(await download.path()))
}

test('a buyer puts a tax id on the receipt of an order, and the seller sees it', async ({
  openBrowser,
  server,
}) => {
  const { book, api } = await publishSampleKiosk(server, 'receipt')
  const email = createUniqueEmail('receipt')
  const { orderId } = await buyProducts(server, [book.id], email)
  const link = /http\S+\/order\/\S+/.exec(await server.waitForMailText(email))![0]
  const buyer = await openBrowser('en', PHONE_WIDTH)
  const { page } = buyer
  await page.goto(link)

  await page.getByRole('button', { name: m.receipt_add_data({}, o) }).click()
  await page.getByLabel(m.receipt_data_name({}, o)).fill('Cooperativa Ñandú')
  await page.getByLabel(m.receipt_data_kind({}, o)).selectOption('cuit')
  const number = page.getByLabel(m.receipt_data_number({}, o))
  await number.fill('30-70308853-5')
  await page.getByRole('button', { name: m.receipt_data_save({}, o) }).click()
  await expect(page.getByText(m.issue_tax_id({}, o)).first()).toBeVisible()
  await expect(number).toHaveValue('30-70308853-5')
  await number.fill('30 70308853 4')
  await page.getByRole('button', { name: m.receipt_data_save({}, o) }).click()
  await expect(getToast(page, m.receipt_data_saved({}, o))).toBeVisible()
  const shown = { name: 'Cooperativa Ñandú', kind: m.tax_id_cuit({}, o), taxId: '30-70308853-4' }
  await expect(page.getByText(m.receipt_data_shown(shown, o))).toBeVisible()

  const pdf = await downloadPdf(buyer, m.receipt_download({}, o))
  for (const text of [m.receipt_no_invoice({}, o), shown.name, shown.taxId])
    expect(pdf).toContain(text)

  const seller = await openBrowser('en')
  await setSessionCookies(seller, server, api)
  await seller.page.goto(`/dashboard/sales?sale=${orderId}`)
  await seller.page.getByRole('button', { name: m.sale_more({}, o) }).click()
  expect(await downloadPdf(seller, m.sale_receipt({}, o))).toContain(shown.name)
})

test('a seller sets and removes the tax data of new receipts by keyboard', async ({
  openBrowser,
  server,
}) => {
  const { api } = await publishSampleKiosk(server, 'tax')
  const seller = await openBrowser('en', PHONE_WIDTH)
  await setSessionCookies(seller, server, api)
  const { page } = seller
  await page.goto('/dashboard/profile/payment')

  await page.getByLabel(m.receipt_data_name({}, o)).focus()
  await page.keyboard.type('Ana Pérez')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('20123456786')
  await page.keyboard.press('Enter')
  await expect(getToast(page, m.tax_saved({}, o))).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(m.receipt_data_number({}, o))).toHaveValue('20-12345678-6')

  await page.getByRole('button', { name: m.tax_remove({}, o) }).press('Enter')
  await expect(getToast(page, m.tax_removed({}, o))).toBeVisible()
  await expect(page.getByLabel(m.receipt_data_number({}, o))).toHaveValue('')
})
