import * as m from '#messages'
import { waitForHydration } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'en' } as const

test('a link that is followed offline leaves the page and its texts as they are', async ({
  openBrowser,
}) => {
  const { page, context, allowConsoleError } = await openBrowser('en', 390)
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/help')
  await waitForHydration(page)
  // The code for the notice is loaded after hydration.
  await page.waitForLoadState('networkidle')
  const message = page.getByRole('textbox', { name: m.help_message({}, o) })
  await message.fill('No encuentro mi archivo.')
  await context.setOffline(true)

  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: m.nav_faq({}, o) })
    .click()

  const notice = page.getByRole('alert').filter({ hasText: m.offline_title({}, o) })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: m.retry({}, o) }).click()
  await expect(page).toHaveURL(/\/help$/)
  await expect(message).toHaveValue('No encuentro mi archivo.')

  await context.setOffline(false)
  await notice.getByRole('button', { name: m.retry({}, o) }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.faq_title({}, o))
  await expect(notice).toHaveCount(0)
})

test('a page that was opened long ago loads the next one anew', async ({ openBrowser }) => {
  const { page } = await openBrowser('en')
  await page.clock.install()
  await gotoAndWaitForIdle(page, '/help')
  await page.evaluate(() => {
    document.documentElement.dataset['opened'] = 'long ago'
  })
  const followLink = () =>
    page
      .getByRole('contentinfo')
      .getByRole('link', { name: m.nav_faq({}, o) })
      .click()
  const isSameDocument = () =>
    page.evaluate(() => document.documentElement.dataset['opened'] === 'long ago')

  await followLink()
  await expect(page).toHaveURL(/\/faq$/)
  expect(await isSameDocument()).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  await page.clock.setSystemTime(Date.now() + 13 * 60 * 60 * 1000)
  await followLink()

  await expect(page).toHaveURL(/\/faq$/)
  await expect.poll(isSameDocument).toBe(false)
})

test('a screen that crashes shows the error page inside its layout', async ({ openBrowser }) => {
  const { page, allowConsoleError } = await openBrowser('en')
  allowConsoleError(/This page always fails|status of 500|Minified React error/)

  const response = await page.goto('/dev/crash')

  expect(response?.status()).toBe(500)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.error_title({}, o))
  await expect(page.getByText('This page always fails')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: m.go_home({}, o) })
    .click()
  await expect(page).toHaveURL(/\/(\?|$)/)
})
