import * as m from '#messages'
import { expect, test } from '../fixtures.ts'

const o = { locale: 'en' } as const

const TITLE = 'Return a purchase'

test('a visitor searches the guides with the keyboard and reads one', async ({ openBrowser }) => {
  const { page } = await openBrowser('en', 390)
  await page.goto('/help')
  const search = page.getByRole('searchbox', { name: m.guides_search({}, o) })
  await search.fill('xyzzy')
  await expect(page.getByText(m.guides_none({}, o))).toBeVisible()

  await search.fill('refund')
  await search.press('Tab')
  const guide = page.getByRole('link', { name: TITLE })
  await expect(guide).toBeVisible()
  await guide.focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await page.getByRole('link', { name: m.guides_all({}, o) }).click()
  await expect(page.getByRole('heading', { level: 2, name: m.guides_sellers({}, o) })).toBeVisible()
})

for (const [theme, systemTheme] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const)
  test(`a guide loads its pictures in the chosen theme (${theme}) alone, without moving the text`, async ({
    openBrowser,
    server,
  }) => {
    const { page, context } = await openBrowser('en', 390)
    await page.emulateMedia({ colorScheme: systemTheme })
    await context.addCookies([{ name: 'theme', value: theme, url: server.origin }])
    const loaded: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'image') loaded.push(new URL(request.url()).pathname)
    })
    await page.goto('/help/how-to-buy')
    const pictures = page.getByRole('article').getByRole('img')
    await expect(pictures).toHaveCount(2)
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
    const height = await heightOf()

    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    }

    const ofGuide = loaded.filter(path => path.endsWith('.avif'))
    expect(ofGuide).toHaveLength(2)
    expect(ofGuide.every(path => path.includes(`_en_${theme}-`))).toBe(true)
    expect(await heightOf()).toBe(height)
  })
