import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as m from '#messages'
import { getUser } from '#contract/accounts/user.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  closeMonths,
  insertReportedSale,
  reportPayment,
} from '#tools/sample-data/reported-sales.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { stateVariants } from '../variants.ts'

for (const { locale, width } of stateVariants('en', 390))
  test(`a seller reads the statement of a month by keyboard and downloads it (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const names =
      locale === 'es'
        ? { april: 'Abril de 2026', may: 'Mayo de 2026' }
        : { april: 'April 2026', may: 'May 2026' }
    const { api } = await createSeller(server, 'statements')
    const { db } = await server.openRows()
    const sellerId = expectOk(await api.call(getUser, {})).id
    const product = await addProduct(server, api, { name: 'Bombo legüero' })
    const sell = (day: string, currency: 'ARS' | 'CLP') =>
      insertReportedSale(db, {
        sellerId,
        productId: product.id,
        currency,
        items: [{ priceMinor: 90_000, feeMinor: 18_000, discountMinor: 10_000 }],
        approvedAt: new Date(`${day}T12:00:00-03:00`),
        news: { at: new Date(`${day}T12:00:00-03:00`), providerFeeMinor: 5600 },
      })
    const sale = await sell('2026-04-10', 'ARS')
    await sell('2026-05-10', 'ARS')
    await sell('2026-05-11', 'CLP')
    await reportPayment(db, sale, {
      at: new Date('2026-05-20T09:30:00-03:00'),
      refundedMinor: 45_050,
    })
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const { page } = seller

    await page.goto('/dashboard/sales')
    await page.getByRole('link', { name: m.statements_title({}, o) }).press('Enter')
    const may = page.getByRole('listitem').filter({ hasText: names.may })
    const april = page.getByRole('listitem').filter({ hasText: names.april })
    await expect(may.getByText(m.statement_refunded({}, o))).toBeVisible()
    await expect(may.getByText(/−\$.450,50/)).toBeVisible()
    await expect(april.getByText(m.statement_gross({}, o))).toBeHidden()
    await checkScreen(page, `statements-${locale}`)

    await april.locator('summary').press('Enter')
    await expect(april.getByText(/\$.664/).first()).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      april
        .getByRole('link', { name: m.statement_csv_of({ month: names.april }, o) })
        .press('Enter'),
    ])
    expect(download.suggestedFilename()).toMatch(/-2026-04\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toContain(',-180.00\r\n')

    await closeMonths(db)
    await page.reload()
    await april.locator('summary').press('Enter')
    const [text] = await Promise.all([
      page.waitForEvent('download'),
      april
        .getByRole('link', { name: m.statement_digested_text_of({ month: names.april }, o) })
        .press('Enter'),
    ])
    expect(text.suggestedFilename()).toBe('2026-04.txt')
    const digest = createHash('sha256').update(await readFile(await text.path()))
    await expect(april.getByText(digest.digest('hex'))).toBeVisible()
  })
