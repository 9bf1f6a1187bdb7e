import * as m from '#messages'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { translatePages, waitForTranslation } from '../page/translated-page.ts'

const o = { locale: 'es' } as const

for (const after of ['parsed', 'hydrated'] as const)
  test(`a page that the browser translates when it is ${after} sells`, async ({
    openBrowser,
    server,
  }) => {
    const { book, song } = await publishSampleKiosk(server, `translated-${after}`)
    for (const product of [book, song]) {
      const { page, allowConsoleError } = await openBrowser('es', 390)
      // The texts on the page are no longer those of the server, so React renders the page anew.
      if (after === 'parsed') allowConsoleError(/Minified React error #418/)
      await translatePages(page, after)
      await page.goto(`/product/${product.id}`)
      await waitForTranslation(page)
      if (product === song) await page.getByLabel(m.buy_price_label({}, o)).fill('400')
      await page.getByLabel(m.buy_email({}, o), { exact: true }).fill('ana@gmial.com')
      await page.getByLabel(m.buy_confirm({}, o), { exact: true }).fill('ana')
      await page.getByRole('button', { name: 'ana@gmail.com' }).click()
      if (product === song) await page.getByLabel(m.buy_price_label({}, o)).fill('700')
      await page.getByLabel(m.buy_confirm({}, o), { exact: true }).fill('ana@gmail.com')
      const form = page.getByRole('form', { name: m.buy_form({ name: product.name }, o) })
      const buy = form.getByRole('link', { name: m.buy_now({}, o), exact: true })
      await expect(buy).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
      await buy.click()
      await page.waitForURL(/\/checkout\/v1\/redirect/)
    }
  })

test('the forms of a translated page can be filled in and sent', async ({ openBrowser }) => {
  for (const address of ['/login', '/register', '/recover', '/help', '/withdrawal']) {
    const { page, allowConsoleError } = await openBrowser('es')
    allowConsoleError(/status of 4\d\d/)
    await translatePages(page, 'hydrated')
    await page.goto(address)
    await waitForTranslation(page)
    const form = page.locator('main form').first()
    // The form is sent empty, wrong and right, so that every text in it comes and goes.
    for (const [email, text] of [
      ['', ''],
      ['ana', 'corta'],
      ['ana@mail.test', 'Kiosko#2026'],
    ] as const) {
      for (const field of await form.locator('input, textarea').filter({ visible: true }).all()) {
        const type = await field.getAttribute('type')
        if (type === 'checkbox') await field.setChecked(true)
        else if (type !== 'radio') await field.fill(type === 'email' ? email : text)
      }
      // The button of a form that is not complete only looks disabled.
      await form.locator('button[type=submit]').click({ force: true })
    }
    await expect(page.locator('main form button[aria-busy]')).toHaveCount(0)
    await expect(page.getByText(m.error_unexpected({}, o))).toHaveCount(0)
    await expect(page.getByText(m.error_title({}, o))).toHaveCount(0)
  }
})
