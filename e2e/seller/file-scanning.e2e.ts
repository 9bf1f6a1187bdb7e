import type { Page } from '@playwright/test'
import * as m from '#messages'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { EICAR, EICAR_SIGNATURE } from '#tools/clamd/eicar.ts'
import { forceClick, setSessionCookies } from '../actions/account-actions.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { expect, scannedTest as test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'en' } as const

/** Publishes a product by the form. Ends at the list of products. */
async function publishByForm(page: Page, name: string, file: File): Promise<void> {
  await page.goto('/dashboard/product/create')
  await page.getByLabel(m.create_name({}, o)).fill(name)
  await page.getByLabel(m.create_description({}, o)).fill('Doce loops con charango.')
  await page.getByLabel(m.create_price({}, o), { exact: true }).fill('1200')
  await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
  await page.locator('input[name=product_file]').setInputFiles(await toFilePayload(file))
  await page
    .locator('input[name=image_file]')
    .setInputFiles(await toFilePayload(await createCoverImage()))
  await forceClick(page.getByRole('button', { name: m.create_submit({}, o) }))
  await page.waitForURL('**/dashboard/products')
}

test('a clean file waits and is then for sale, and an infected one is refused with the reason', async ({
  openBrowser,
  server,
  clamd,
}) => {
  const { api, email } = await createSeller(server, 'scan')
  const ana = await openBrowser('en', 390)
  await setSessionCookies(ana, server, api)
  const { page } = ana

  clamd.setFault('hang')
  await publishByForm(page, 'Loops limpios', createPdfFile(20_000))
  await expect(page.getByText(m.products_file_waiting({}, o))).toBeVisible()
  await checkScreen(page, 'products-file-waiting')
  await page.getByRole('link', { name: 'Loops limpios', exact: true }).click()
  await expect(page.getByText(m.detail_file_waiting({ file: 'recetas.pdf' }, o))).toBeVisible()
  await expect(page.getByRole('link', { name: m.detail_page({}, o) })).toBeHidden()
  await checkScreen(page, 'product-file-waiting')
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const visitor = await openBrowser('en', 390)
  expect((await visitor.page.goto(`/product/${id}`))?.status()).toBe(404)

  clamd.setFault('none')
  await clamd.dropConnections()
  await expect(page.getByRole('link', { name: m.detail_page({}, o) })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByText(m.detail_file_waiting({ file: 'recetas.pdf' }, o))).toBeHidden()
  expect((await visitor.page.goto(`/product/${id}`))?.status()).toBe(200)
  await server.waitForJobs()
  await page.goto('/dashboard/profile/notifications')
  const published = m.notification_file_published({ product: 'Loops limpios' }, o)
  await expect(page.getByText(published).first()).toBeVisible()

  const infectedName = 'Loops infectados'
  const infected = new File(['%PDF-1.4\n', EICAR], 'libro.pdf', { type: 'application/pdf' })
  // The file is scanned once the product is published. One that is refused before cannot be published.
  clamd.setFault('hang')
  await publishByForm(page, infectedName, infected)
  clamd.setFault('none')
  await clamd.dropConnections()
  await expect(page.getByText(m.products_file_refused({}, o))).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: infectedName, exact: true }).click()
  const reason = m.file_refused_malware({ signature: EICAR_SIGNATURE }, o)
  await expect(page.getByText(reason).first()).toBeVisible()
  await checkScreen(page, 'product-file-refused')

  await server.grantAdmin(email)
  await page.goto('/dashboard/admin?tab=files')
  await expect(page.getByText(m.admin_files_on({}, o))).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: infectedName })
  await expect(row.getByText(reason)).toBeVisible()
  await checkScreen(page, 'admin-files')
})
