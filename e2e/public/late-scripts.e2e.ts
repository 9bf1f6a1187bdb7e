import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { waitForHydration } from '../actions/account-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import { failScripts } from '../page/late-scripts.ts'

type OpenBrowser = (locale: Locale, width?: number) => Promise<BrowserUser>

/** What is typed into a field of each kind. None of it is right, so that a form has something to say. */
const TEXTS: Record<string, string> = {
  email: 'ana@mail',
  text: '12a.3',
  search: 'pan',
  password: 'corta',
  textarea: 'No',
}

/** The fields of the page's forms that a visitor can type into, from top to bottom. */
const FIELDS = 'main form :is(input:not([type=checkbox], [type=radio], [type=file]), textarea)'

/** Types into every field, then leaves the last one. */
async function typeIntoEveryField(page: Page): Promise<void> {
  const fields = await page.locator(FIELDS).filter({ visible: true }).all()
  expect(fields.length).toBeGreaterThan(0)
  for (const [index, field] of fields.entries()) {
    const kind = await field.evaluate(element =>
      element instanceof HTMLTextAreaElement ? 'textarea' : (element as HTMLInputElement).type,
    )
    await field.click()
    await field.pressSequentially(`${TEXTS[kind] ?? TEXTS['text']}${index === 0 ? '' : index}`)
  }
  const boxes = page.locator('main form input[type=checkbox]').filter({ visible: true })
  for (const box of await boxes.all()) await box.setChecked(true)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
}

/** What a visitor sees of the forms: the contents of the fields, and the errors. */
const readForms = (page: Page) =>
  page.evaluate(fields => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>(fields)]
    return {
      values: inputs.map(({ value }) => value),
      invalid: inputs.map(input => input.getAttribute('aria-invalid')),
      errors: [...document.querySelectorAll('main form [id$="-error"]')].map(
        ({ textContent }) => textContent,
      ),
      buttons: [...document.querySelectorAll('main form button[type=submit]')].map(button => [
        button.textContent,
        button.getAttribute('aria-disabled'),
      ]),
    }
  }, FIELDS)

/** Fills in the forms of a page before and after its scripts have come, and expects the same to be seen. */
async function compareForms(openBrowser: OpenBrowser, address: string): Promise<void> {
  const { page: usualPage } = await openBrowser('es')
  await usualPage.goto(address)
  await waitForHydration(usualPage)
  await typeIntoEveryField(usualPage)
  const { page, allowConsoleError } = await openBrowser('es')
  allowConsoleError(/ERR_CONNECTION_RESET/)
  const scripts = await failScripts(page)
  await page.goto(address)

  await typeIntoEveryField(page)
  scripts.release()
  await waitForHydration(page)

  await expect.poll(() => readForms(page), { message: address }).toEqual(await readForms(usualPage))
  expect(scripts.countFailures()).toBeGreaterThan(0)
}

test('what is typed on product pages before their scripts have come counts like what is typed later', async ({
  openBrowser,
  server,
}) => {
  const { book, song, unlinkedProduct } = await publishSampleKiosk(server, 'early')
  for (const { id } of [book, song, unlinkedProduct])
    await compareForms(openBrowser, `/product/${id}`)
})

test('what is typed on the other public pages before their scripts have come counts like what is typed later', async ({
  openBrowser,
}) => {
  for (const address of ['/login', '/register', '/recover', '/help', '/withdrawal'])
    await compareForms(openBrowser, address)
})

test('a purchase that was filled in and pressed before the scripts have come goes on by itself', async ({
  openBrowser,
  server,
}) => {
  const { book } = await publishSampleKiosk(server, 'early-buyer')
  const { page, allowConsoleError } = await openBrowser('es', 390)
  allowConsoleError(/ERR_CONNECTION_RESET/)
  const scripts = await failScripts(page)
  await page.goto(`/product/${book.id}`)
  await page.getByLabel(m.buy_email({}, { locale: 'es' }), { exact: true }).fill('ana@mail.test')
  await page.getByLabel(m.buy_confirm({}, { locale: 'es' }), { exact: true }).fill('ana@mail.test')
  await page.getByRole('button', { name: m.buy_set_email({}, { locale: 'es' }) }).click()

  scripts.release()

  await page.waitForURL(/\/checkout\/v1\/redirect/)
})

test('a part that cannot be loaded leaves the page as it is and comes later', async ({
  openBrowser,
  server,
}) => {
  const { book } = await publishSampleKiosk(server, 'late-part')
  const { page, allowConsoleError } = await openBrowser('es')
  allowConsoleError(/ERR_CONNECTION_RESET/)
  await page.goto(`/product/${book.id}`)
  await waitForHydration(page)
  const scripts = await failScripts(page)

  await page.getByRole('button', { name: m.report_open({}, { locale: 'es' }) }).click()
  await expect.poll(scripts.countFailures).toBeGreaterThan(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quena')
  scripts.release()

  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a coupon code that is typed before the scripts of the page have come is the one that is checked', async ({
  openBrowser,
  server,
}) => {
  const { book } = await publishSampleKiosk(server, 'earlycode')
  const { page, allowConsoleError } = await openBrowser('es')
  allowConsoleError(/ERR_CONNECTION_RESET/)
  const scripts = await failScripts(page)
  await page.goto(`/comprar/${book.id}?cupon=`)
  await page.getByLabel(m.coupon_code({}, { locale: 'es' })).fill('nada')
  scripts.release()
  await waitForHydration(page)

  await page.getByRole('button', { name: m.coupon_apply({}, { locale: 'es' }) }).click()

  await expect(page.getByText(m.ERROR_COUPON_UNKNOWN({}, { locale: 'es' }))).toBeVisible()
  expect(scripts.countFailures()).toBeGreaterThan(0)
})
