import type { Locator } from '@playwright/test'
import { buildProductPath } from '#contract/products/product-path.ts'
import { formatAmount } from '#contract/core/format.ts'
import { toMinor } from '#contract/core/money.ts'
import * as m from '#messages'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { gotoAndWaitForIdle, setViewportWidth } from '../page/wait-for-idle.ts'

const o = { locale: 'es' } as const

const priceIn = (units: number) => formatAmount(toMinor(units), 'ARS', 'es')

test('the product page and the profile show their data, and missing ones show a 404 page', async ({
  openBrowser,
  server,
}) => {
  const { book, song, username } = await publishSampleKiosk(server, 'pages')
  const { page, allowConsoleError: forgive } = await openBrowser('es')
  forgive(/Failed to load resource: net::ERR_FAILED/)
  forgive(/status of 500/)
  const main = page.getByRole('main')
  const links = (name: string) => main.getByRole('link', { name })
  const home = links(m.go_home({}, o))
  const hrefs = (within: Locator) =>
    within
      .getByRole('list', { name: m.public_profile_links({ username: `@${username}` }, o) })
      .locator('a')
      .evaluateAll(all => all.map(a => a.getAttribute('href')!))
  const socials = [
    'https://x.com/quena',
    'https://linkedin.com/in/quena-li',
    'https://quena.test/tienda',
    'https://wa.me/5493415550142',
    'https://www.instagram.com/quena.ok',
  ]

  await test.step('the profile shows biography, links and a grid of products', async () => {
    await gotoAndWaitForIdle(page, `/profile/${username}`)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(`@${username}`)
    await expect(main.getByText('Luthier.')).toBeVisible()
    expect((await hrefs(main)).toSorted()).toEqual(socials.toSorted())
    await expect(page.getByRole('navigation', { name: m.nav_main({}, o) })).toHaveCount(0)
    const grid = main.locator('ul').filter({ has: page.getByRole('article') })
    for (const [width, columns] of [
      [1280, 3],
      [768, 2],
      [360, 1],
    ] as const) {
      await setViewportWidth(page, width)
      const tracks = await grid.evaluate(list => getComputedStyle(list).gridTemplateColumns)
      expect(tracks.split(' '), `columns at ${width}`).toHaveLength(columns)
    }
    await setViewportWidth(page, 1280)
  })

  await test.step('each product card shows price, categories and cover', async () => {
    const card = (name: string) => main.getByRole('article').filter({ hasText: name })
    for (const [product, price] of [
      [book, priceIn(8900)],
      [song, m.price_from({ price: priceIn(500) }, o)],
    ] as const) {
      const { name, category, subcategory } = product
      const path = buildProductPath(product)
      await expect(card(name).getByText(price, { exact: true })).toBeVisible()
      for (const categoryName of [category.name, subcategory.name])
        await expect(card(name).getByText(categoryName, { exact: true })).toBeVisible()
      const buy = card(name).getByRole('link', { name: m.buy_card({}, o) })
      await expect(buy).toHaveAttribute('href', path)
      await expect(card(name).locator(`a[href="${path}"] img`)).toHaveCount(1)
    }
  })

  await test.step('a failed request for a product shows the error page', async () => {
    await page.route(/\/product\/.*\.data/, route => route.fulfill({ status: 500, body: '' }))
    await main.getByRole('link', { name: book.name, exact: true }).first().click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(m.product_failed_title({}, o))
    await expect(main.getByText(m.product_failed_text({}, o))).toBeVisible()
    await expect(home).toHaveAttribute('href', '/')
    await page.unrouteAll()
  })

  await test.step('the product page replaces a cover that does not load', async () => {
    await page.route('**/images/**', route => route.abort())
    await gotoAndWaitForIdle(page, `/product/${book.id}`)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(book.name)
    await expect(links(`@${username}`).first()).toHaveAttribute('href', `/profile/${username}`)
    expect((await hrefs(main.locator('header'))).toSorted()).toEqual(socials.toSorted())
    await expect(main.getByRole('article').first().locator('picture')).toHaveCount(0)
    await expect(main.getByText(m.product_cover({ name: book.name }, o))).toBeAttached()
    await page.unrouteAll()
    await expect(page.getByRole('navigation', { name: m.nav_main({}, o) })).toHaveCount(0)
  })

  for (const [path, title, text] of [
    ['/product/abc', m.product_bad_id_title({}, o), m.product_bad_id_text({}, o)],
    ['/product/999999', m.product_missing_title({}, o), m.product_missing_text({}, o)],
    ['/profile/nadie', m.public_profile_missing({ username: 'nadie' }, o), ''],
    ['/nothing/here', m.not_found_title({}, o), ''],
  ] as const)
    await test.step(`${path} answers 404 with an illustration`, async () => {
      const response = await page.goto(path)
      expect(response!.status()).toBe(404)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(main).toContainText(text)
      await expect(main.locator('svg').first()).toBeVisible()
      await expect(home).toHaveAttribute('href', '/')
    })
})
