import * as m from '#messages'
import { addProduct } from '../actions/seller-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { expect, test } from '../fixtures.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'es' } as const
const EMAIL = 'ana@mail.test'

test('one’s own price and a pasted email are read as they are meant', async ({
  openBrowser,
  server,
}) => {
  const { song } = await publishSampleKiosk(server, 'typed')
  const { page } = await openBrowser('es', 390)
  await gotoAndWaitForIdle(page, `/product/${song.id}`)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const price = field(m.buy_price_label({}, o))

  // Marks of decimals are not dropped, which would make the price a hundred times as much.
  await price.pressSequentially('1500,50')
  await price.blur()
  await expect(price).toHaveValue('1500,50')
  await expect(page.getByText(m.issue_cents({}, o))).toBeVisible()

  // A letter in the middle is left out, and the caret stays where it is.
  await price.fill('')
  await price.pressSequentially('1500')
  for (let step = 0; step < 3; step += 1) await price.press('ArrowLeft')
  await price.pressSequentially('x.')
  await expect(price).toHaveValue('1.500')

  // Direction marks around a pasted address are not seen, and do not count.
  await field(m.buy_email({}, o)).fill(`\u202a${EMAIL}\u202c`)
  await field(m.buy_confirm({}, o)).fill(`\u200b${EMAIL}`)
  const pay = page.getByRole('link', { name: m.buy_now({}, o), exact: true })
  await expect(pay).toContainText('1.500')
  await pay.click()
  await page.waitForURL(/\/checkout\/v1\/redirect/)
  await expect(page.getByText('1.500').first()).toBeVisible()
})

test('a suggested price is filled in on the product page and in the cart, and can be lowered to the minimum', async ({
  openBrowser,
  server,
}) => {
  const { api, song } = await publishSampleKiosk(server, 'suggested')
  const prices = { price: 500, isPriceDynamic: true, suggestedPrice: 1800 }
  const { id } = await addProduct(server, api, { name: 'Sikus', ...prices })
  const { page } = await openBrowser('es', 390)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const price = field(m.buy_price_label({}, o))

  await gotoAndWaitForIdle(page, `/product/${id}`)
  await expect(price).toHaveValue('1800')
  await expect(price).toHaveAccessibleDescription(/Sugerido: \$\s?1\.800\..*\$\s?500/)
  await page.getByRole('button', { name: m.cart_add({}, o) }).click()
  await price.fill('499')
  await price.blur()
  await expect(price).toHaveAccessibleDescription(/\$\s?500/)
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.fill('500')
  await field(m.buy_email({}, o)).fill(EMAIL)
  await field(m.buy_confirm({}, o)).fill(EMAIL)
  await expect(page.getByRole('link', { name: m.buy_now({}, o), exact: true })).toContainText('500')

  await gotoAndWaitForIdle(page, `/product/${song.id}`)
  await expect(price).toHaveValue('')
  await page.getByRole('button', { name: m.cart_add({}, o) }).click()
  await gotoAndWaitForIdle(page, '/checkout')
  await expect(field(m.buy_price_of({ name: 'Sikus' }, o))).toHaveValue('1800')
  await expect(field(m.buy_price_of({ name: song.name }, o))).toHaveValue('500')
})
