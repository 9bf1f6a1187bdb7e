import * as m from '#messages'
import { LOCALES } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'

const SEARCHES = { es: 'devolucion', en: 'refund' } as const
const TITLES = { es: 'Devolver una compra', en: 'Return a purchase' } as const

for (const locale of LOCALES)
  test(`a visitor searches the guides with the keyboard and reads one, in ${locale}`, async ({
    openBrowser,
  }) => {
    const o = { locale }
    const { page } = await openBrowser(locale, 390)
    await page.goto('/help')
    const search = page.getByRole('searchbox', { name: m.guides_search({}, o) })
    await search.fill('xyzzy')
    await expect(page.getByText(m.guides_none({}, o))).toBeVisible()

    await search.fill(SEARCHES[locale])
    await search.press('Tab')
    const guide = page.getByRole('link', { name: TITLES[locale] })
    await expect(guide).toBeVisible()
    await guide.focus()
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { level: 1, name: TITLES[locale] })).toBeVisible()
    await page.getByRole('link', { name: m.guides_all({}, o) }).click()
    await expect(
      page.getByRole('heading', { level: 2, name: m.guides_sellers({}, o) }),
    ).toBeVisible()
  })
