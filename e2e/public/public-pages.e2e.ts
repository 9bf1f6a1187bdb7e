import type { Page } from '@playwright/test'
import * as m from '#messages'
import { getErrorAlert, setSessionCookies, getToast } from '../actions/account-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { readBackgroundHue } from '../page/background-hue.ts'
import { gotoAndWaitForIdle, setViewportWidth, waitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'en' } as const

/** The bar of a toast whose animation lasts as long as the toast is shown. */
const progressBar = (page: Page, position: string) =>
  page.locator(`.Toastify__toast-container--${position} .Toastify__progress-bar`).first()

test('home, help, payment results, toasts and the mobile menu work as specified', async ({
  openBrowser,
  server,
}) => {
  const { api, book } = await publishSampleKiosk(server, 'front')
  const { page, context } = await openBrowser('en')
  const main = page.getByRole('main')

  await test.step('the home page shows commissions, the storage quota, legal documents and the link to register', async () => {
    await gotoAndWaitForIdle(page, '/')
    await expect(
      main.getByRole('heading', { name: m.home_tiers({ currency: 'ARS' }, o) }),
    ).toBeVisible()
    for (const figure of ['20%', '10%', '5%'])
      await expect(main.getByText(figure, { exact: true }).first()).toBeVisible()
    await expect(main.getByText('1 GB').first()).toBeVisible()
    const foot = page.getByRole('contentinfo')
    await expect(foot).toContainText('© 2021 Marketplace')
    for (const name of [m.footer_terms({}, o), m.footer_privacy({}, o)]) {
      const href = (await foot.getByRole('link', { name }).getAttribute('href'))!
      const { status, type } = await page.request.get(href).then(response => ({
        status: response.status(),
        type: response.headers()['content-type'],
      }))
      expect([status, type]).toEqual([200, expect.stringContaining('application/pdf')])
      await expect(foot.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    }
    const start = main.getByRole('link', { name: m.home_start({}, o) }).first()
    await expect(start).toHaveAttribute('href', '/register')
  })

  await test.step('the button at the bottom left opens the help dialog', async () => {
    const button = page.getByRole('button', { name: m.help_button({}, o) })
    const { x, y } = (await button.boundingBox())!
    expect(x).toBeLessThan(100)
    expect(y).toBeGreaterThan(700)
    await button.click()
    const dialog = page.getByRole('dialog', { name: m.help_title({}, o) })
    await expect(dialog).toBeVisible()
    await dialog
      .getByRole('button', { name: m.close({}, o), exact: true })
      .last()
      .click()
    await expect(dialog).toBeHidden()
  })

  for (const [kind, title, from, to] of [
    ['success', m.payment_success_title({}, o), 150, 200],
    ['pending', m.payment_pending_title({}, o), 30, 60],
    ['failure', m.payment_failure_title({}, o), 0, 20],
  ] as const)
    await test.step(`the result page of the payment outcome ${kind} has its colour`, async () => {
      await gotoAndWaitForIdle(page, `/payment/${kind}`)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(main.getByRole('link', { name: m.go_home({}, o) })).toHaveAttribute('href', '/')
      const hue = await readBackgroundHue(main.locator(`.result-${kind}`))
      expect(hue).toBeGreaterThanOrEqual(from)
      expect(hue).toBeLessThanOrEqual(to)
      await expect(page.getByRole('navigation', { name: m.nav_main({}, o) })).toHaveCount(1)
    })

  await test.step('a toast lasts five seconds on a desktop', async () => {
    await gotoAndWaitForIdle(page, `/product/${book.id}`)
    await page.getByRole('button', { name: m.cart_add({}, o) }).click()
    await expect(getToast(page, m.cart_added({}, o))).toBeVisible()
    await expect(progressBar(page, 'top-right')).toHaveCSS('animation-duration', '5s')
  })

  await test.step('a toast reports a lost connection until it is back', async () => {
    await gotoAndWaitForIdle(page, '/faq')
    await context.setOffline(true)
    await expect(page.getByText(m.toast_offline({}, o))).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(m.toast_offline({}, o))).toHaveCount(0)
    await expect(getToast(page, m.toast_online({}, o))).toBeVisible()
  })

  await test.step('the mobile menu links to all pages but the current one and closes on a click outside', async () => {
    await setViewportWidth(page, 360)
    await waitForIdle(page)
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: m.nav_menu({}, o) }).click()
    const menu = bar.getByRole('navigation', { name: m.nav_menu({}, o) })
    for (const name of [m.nav_home({}, o), m.nav_login({}, o), m.nav_register({}, o)])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: m.nav_faq({}, o), exact: true })).toHaveCount(0)
    await page.mouse.click(20, 700)
    await expect(menu).toBeHidden()
  })

  await test.step('the home page links signed-in users to the dashboard', async () => {
    await setSessionCookies({ context }, server, api)
    await gotoAndWaitForIdle(page, '/')
    const start = main.getByRole('link', { name: m.home_go_dashboard({}, o) }).first()
    await expect(start).toHaveAttribute('href', '/dashboard')
    await expect(main.getByRole('link', { name: m.home_start({}, o) })).toHaveCount(0)
  })

  await test.step('an error toast about a wrong file type lasts ten seconds', async () => {
    await gotoAndWaitForIdle(page, '/dashboard/product/create')
    const name = 'virus.exe'
    await page
      .locator('input[name=product_file]')
      .setInputFiles({ name, mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
    await expect(getErrorAlert(page, m.drop_wrong_type({ file: name }, o))).toBeVisible()
    await expect(page.locator('.Toastify__progress-bar').first()).toHaveCSS(
      'animation-duration',
      '10s',
    )
  })

  await test.step('on a phone, toasts last three seconds, and at most three are shown at once', async () => {
    await gotoAndWaitForIdle(page, `/dashboard/product/${book.id}`)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    const copyButton = page.getByRole('button', { name: m.share_copy({}, o), exact: true })
    for (let times = 0; times < 5; times += 1) await copyButton.press('Enter')
    await expect(progressBar(page, 'bottom-center')).toHaveCSS('animation-duration', '3s')
    await expect(
      page.locator('.Toastify__toast-container--bottom-center .Toastify__toast'),
    ).toHaveCount(3)
  })
})
