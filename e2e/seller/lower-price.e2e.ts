import { type Page } from '@playwright/test'
import { createDraft } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { addProduct, createSeller, openOptional } from '../actions/seller-actions.ts'
import { expect, risingCommissionTest as test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'es' } as const
const TITLE = m.earn_lower_more_title({}, o)

/** Returns the hint, which is inside an element that is there before, so that screen readers announce the hint. */
const hintOf = (page: Page) => page.getByRole('status').filter({ hasText: TITLE })

async function typePrice(page: Page, label: string, price: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.fill('')
  await field.pressSequentially(price)
}

test('the forms of a new product, a draft and a product tell a lower price that leaves more', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'steps')
  const product = await addProduct(server, api, { name: 'Zamba', price: 9000 })
  const draft = expectOk(await api.call(createDraft, { body: { fields: { name: 'Chacarera' } } }))
  const ana = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  const { page } = ana

  for (const path of [
    '/dashboard/product/create',
    `/dashboard/product/create?draft=${draft.id}`,
    `/dashboard/product/edit/${product.id}`,
  ]) {
    await gotoAndWaitForIdle(page, path)
    await typePrice(page, m.create_price({}, o), '9999')
    await expect(page.getByText(m.earn_title({}, o)).first()).toBeVisible()
    await expect(hintOf(page)).toHaveCount(0)

    await page.getByLabel(m.create_price({}, o), { exact: true }).press('End')
    await typePrice(page, m.create_price({}, o), '10.000')
    await expect(hintOf(page)).toContainText(
      /A \$\s10\.000 te quedan \$\s9\.000; a \$\s9\.999 te quedan \$\s9\.499,05, o sea \$\s499,05 más/,
    )
    await expect(page.getByLabel(m.create_price({}, o), { exact: true })).not.toHaveAttribute(
      'aria-invalid',
      'true',
    )
  }
  await checkScreen(page, 'lower-price-es')

  // The suggestion has a hint of its own, but no price below the lowest one is proposed.
  await openOptional(page, m.create_optional_price({}, o))
  await page.getByLabel(m.create_dynamic({}, o)).check({ force: true })
  const suggestion = m.create_suggested_price({}, o)
  await typePrice(page, m.create_price_minimum({}, o), '9000')
  await typePrice(page, suggestion, '10100')
  await expect(hintOf(page)).toContainText(/A \$\s10\.100 .* a \$\s9\.999 /)
  await typePrice(page, m.create_price_minimum({}, o), '10060')
  await expect(hintOf(page)).toContainText(/A \$\s10\.060 /)
  await expect(hintOf(page)).toHaveCount(1)

  // The form takes the price all the same.
  await page.getByRole('button', { name: m.edit_submit({}, o) }).click()
  await page.waitForURL('**/dashboard/products')
})
