import * as m from '#messages'
import { setSessionCookies } from '../actions/account-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { readBackgroundHue } from '../page/background-hue.ts'
import { describeFocusFault } from '../page/keyboard-navigation.ts'
import { gotoAndWaitForIdle, waitForFrames } from '../page/wait-for-idle.ts'

const PHONE = 390
const es = { locale: 'es' } as const

test('the menu of phones leads to one’s orders', async ({ openBrowser }) => {
  const { page } = await openBrowser('es', PHONE)
  await page.goto('/')
  await page.getByRole('button', { name: m.nav_menu({}, es) }).click()

  const menu = page.getByRole('navigation', { name: m.nav_menu({}, es) })
  await menu.getByRole('link', { name: m.footer_order({}, es) }).click()

  await expect(page).toHaveURL(/\/order$/)
})

test('the pages of products and profiles lead to one’s orders on phones', async ({
  openBrowser,
  server,
}) => {
  const { book, username } = await publishSampleKiosk(server, 'phone-orders')
  const { page } = await openBrowser('es', PHONE)
  for (const address of [`/product/${book.id}`, `/profile/${username}`]) {
    await page.goto(address)

    const link = page.getByRole('banner').getByRole('link', { name: m.footer_order({}, es) })
    await expect(link, address).toHaveAttribute('href', '/order')
    await expect(link, address).toBeVisible()
  }
})

test('the page of a product shows a signed-in seller the whole name of the site on phones', async ({
  openBrowser,
  server,
}) => {
  const { api, book } = await publishSampleKiosk(server, 'phone-brand')
  const seller = await openBrowser('es', PHONE)
  await setSessionCookies(seller, server, api)
  await gotoAndWaitForIdle(seller.page, `/product/${book.id}`)
  const name = seller.page.getByRole('banner').getByText('Marketplace', { exact: true })
  await expect(
    seller.page.getByRole('banner').getByRole('link', { name: m.nav_dashboard({}, es) }),
  ).toBeVisible()

  const [shownWidth, neededWidth] = await name.evaluate(element => [
    element.clientWidth,
    element.scrollWidth,
  ])

  expect(shownWidth).toBe(neededWidth)
})

test('a bar with the price leads to the buy form while the form is out of view', async ({
  openBrowser,
  server,
}) => {
  const { book } = await publishSampleKiosk(server, 'buy-bar')
  const { page } = await openBrowser('es', PHONE)
  await gotoAndWaitForIdle(page, `/product/${book.id}`)
  const bar = page.locator('.buy-bar')
  const emailField = page.getByRole('textbox', { name: m.buy_email({}, es), exact: true })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.mouse.move(10, 10)
  await expect(bar).toBeVisible()
  await expect(bar).toContainText('8.900')

  await bar.getByRole('button', { name: m.buy_now({}, es) }).click()

  await expect(emailField).toBeFocused()
  await expect(emailField).toBeInViewport()
  await expect(bar).toBeHidden()
})

test('the bar with the price never covers what has the focus', async ({ openBrowser, server }) => {
  const { book } = await publishSampleKiosk(server, 'buy-bar-focus')
  const { page } = await openBrowser('es', PHONE)
  await gotoAndWaitForIdle(page, `/product/${book.id}`)
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await expect(page.locator('.buy-bar')).toBeVisible()

  for (const link of await footer.getByRole('link').all()) {
    // The browser scrolls what is partly in view only to the edge of the screen, which is where the bar is.
    await link.evaluate(element => {
      const { top, height } = element.getBoundingClientRect()
      scrollBy(0, top + height / 2 - innerHeight)
    })
    await link.focus()
    await waitForFrames(page, 3)
    expect(await page.evaluate(describeFocusFault), await link.innerText()).toBe('')
  }
})

test('a product that nobody can buy offers a notification instead of the purchase', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const { unlinkedProduct } = await publishSampleKiosk(server, 'card')
  const { page } = await openBrowser('en')
  await page.goto(`/profile/${unlinkedProduct.username}`)
  const card = page.getByRole('article').filter({ hasText: 'Bombo' })
  await expect(card.getByRole('link', { name: m.buy_card({}, o) })).toHaveCount(0)

  await card.getByRole('link', { name: `${m.buy_card_unavailable({}, o)} Bombo` }).click()

  await expect(page.getByRole('textbox', { name: m.availability_label({}, o) })).toBeVisible()
  await expect(page.getByRole('form', { name: m.buy_form({ name: 'Bombo' }, o) })).toHaveCount(0)
  // The box that says why is yellow.
  const hue = await readBackgroundHue(page.getByText(m.buy_no_auth({}, o)).locator('..'))
  expect(hue).toBeGreaterThan(25)
  expect(hue).toBeLessThan(70)
})

test('the link about changing one’s mind opens the answer about refunds', async ({
  openBrowser,
  server,
}) => {
  const { book } = await publishSampleKiosk(server, 'refund-answer')
  const { page } = await openBrowser('es', PHONE)
  await page.goto(`/product/${book.id}`)

  await page.getByRole('link', { name: m.buy_assure_regret({ days: 10 }, es) }).click()

  await expect(page).toHaveURL(/\/faq#/)
  const answer = page.getByText(m.faq_refund_a({ days: 10 }, es))
  await expect(answer).toBeVisible()
  await expect(answer).toBeInViewport()
})
