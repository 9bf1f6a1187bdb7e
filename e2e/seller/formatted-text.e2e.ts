import { buildProductPath } from '#contract/products/product-path.ts'
import { getOwnProduct } from '#contract/products/products.ts'
import { getWorkingCopy } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { forceClick, setSessionCookies, waitForHydration } from '../actions/account-actions.ts'
import { addProduct, createSeller, openOptional } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'es' } as const
const POINTS = ['12 clases', 'Recetario en PDF', 'Grupo', 'Certificado']

test('a seller lists what is included and formats a text by keyboard, and a visitor without scripts reads and shares it', async ({
  openBrowser,
  browser,
  server,
}) => {
  const { api } = await createSeller(server, 'formatted')
  const product = await addProduct(server, api, { name: 'Curso de pan' })
  const { id } = product
  const seller = await openBrowser('es', 390)
  await setSessionCookies(seller, server, api)
  const { page } = seller
  // The keys that add and remove points do nothing before hydration.
  await gotoAndWaitForIdle(page, `/dashboard/product/edit/${id}`)
  const field = page.getByLabel(m.create_about({}, o))
  const bar = page.getByRole('group', { name: m.create_about_tools({}, o) })
  const press = (name: string) => bar.getByRole('button', { name, exact: true }).click()

  const point = (number: number) => page.getByLabel(m.create_point({ number }, o), { exact: true })
  await openOptional(page, m.create_optional_texts({}, o))
  await test.step('lists what is included by keyboard', async () => {
    await point(1).click()
    await page.keyboard.type('12 clases')
    await page.keyboard.press('Enter')
    await expect(point(2)).toBeFocused()
    await page.keyboard.type('Recetario ')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Backspace')
    await expect(point(2)).toBeFocused()
    await point(2).evaluate(input => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'en PDF\n• Grupo\n\nCertificado\nSorteo\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    await expect(point(5)).toHaveValue('Sorteo')
    await expect(page.getByRole('button', { name: m.create_points_add({}, o) })).toHaveCount(0)
    await page.getByRole('button', { name: m.create_point_remove({ number: 5 }, o) }).click()
    await expect(point(4)).toBeFocused()
    await point(4).fill('a'.repeat(81))
    await expect(page.getByText(m.issue_point_long({ max: 80 }, o))).toBeVisible()
    await point(4).fill('Certificado')
    await expect(page.getByText(m.issue_point_long({ max: 80 }, o))).toHaveCount(0)
  })

  const readAbout = async () =>
    expectOk(await api.call(getWorkingCopy, { params: { id } })).fields.about
  await test.step('writes with the bar and by keyboard, and sees how it looks', async () => {
    await field.click()
    await press(m.create_about_heading({}, o))
    await page.keyboard.type('Qué vas a hornear')
    await page.keyboard.press('Enter')
    await press(m.create_about_list({}, o))
    await page.keyboard.type('Pan ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('integral')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Facturas')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Mirá mi sitio')
    for (let count = 0; count < 'mi sitio'.length; count++)
      await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Control+k')
    const address = page.getByLabel(m.create_about_address({}, o))
    await expect(address).toBeFocused()
    await page.keyboard.type('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(page.getByText(m.create_about_address_wrong({}, o))).toBeVisible()
    await address.fill('pan.test')
    await page.keyboard.press('Enter')
    await expect(field.getByRole('heading', { name: 'Qué vas a hornear' })).toBeVisible()
    await expect(field.getByRole('listitem')).toHaveText(['Pan integral', 'Facturas'])
    await expect(field.getByRole('link', { name: 'mi sitio' })).toBeVisible()
    await expect
      .poll(readAbout)
      .toBe(
        '## Qué vas a hornear\n\n- Pan **integral**\n- Facturas\n\nMirá [mi sitio](https://pan.test/)',
      )
    await checkScreen(page, 'formatted-text-form')
  })

  await test.step('takes a change back with Ctrl+Z', async () => {
    await field.press('Control+a')
    await page.keyboard.press('Control+b')
    await expect(field.locator('strong')).not.toHaveText(['integral'])
    await page.keyboard.press('Control+z')
    await expect(field.locator('strong')).toHaveText(['integral'])
  })

  await test.step('finds the text again after a reload', async () => {
    await page.reload()
    await waitForHydration(page)
    await openOptional(page, m.create_optional_texts({}, o))
    await expect(field.locator('strong')).toHaveText('integral')
    await expect(point(4)).toHaveValue('Certificado')
    await forceClick(page.getByRole('button', { name: m.edit_submit({}, o) }))
    await page.waitForURL('**/dashboard/products')
    expect(expectOk(await api.call(getOwnProduct, { params: { id } })).about).toContain('integral')
  })

  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'es-AR',
    javaScriptEnabled: false,
  })
  const visitor = await context.newPage()
  await visitor.goto(`/product/${id}`)
  const text = visitor.getByRole('region', { name: m.product_about({}, o) })
  await expect(text.getByRole('heading', { name: 'Qué vas a hornear', level: 3 })).toBeVisible()
  const points = text.getByRole('list', { name: m.product_points({}, o) })
  await expect(points.getByRole('listitem')).toHaveText(POINTS)
  await expect(text.getByRole('listitem')).toHaveText([...POINTS, 'Pan integral', 'Facturas'])
  await expect(text.locator('strong')).toHaveText('integral')
  const link = text.getByRole('link', { name: 'mi sitio' })
  await expect(link).toHaveAttribute('href', 'https://pan.test/')
  await expect(link).toHaveAttribute('rel', 'nofollow noopener ugc')
  const url = server.origin + buildProductPath(product)
  await expect(visitor.getByText(url, { exact: true })).toBeHidden()
  await visitor.getByText(m.share_open({}, o), { exact: true }).click()
  await expect(visitor.getByText(url, { exact: true })).toBeVisible()
  const whatsapp = `https://wa.me/?${new URLSearchParams({ text: `Curso de pan ${url}` }).toString()}`
  await expect(visitor.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', whatsapp)
  await context.close()

  const { page: shop, context: phone } = await openBrowser('es', 390)
  await phone.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The browser of the tests has no share dialog.
  await shop.addInitScript(() => {
    const share = (data: ShareData) => {
      document.documentElement.dataset['shared'] = `${data.title} ${data.url}`
      return Promise.resolve()
    }
    Object.assign(navigator, { share })
  })
  const scripts: string[] = []
  shop.on('response', async response => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await shop.goto(`/product/${id}`)
  await waitForHydration(shop)
  await expect(shop.getByText('Facturas')).toBeVisible()
  await shop.getByText(m.share_open({}, o), { exact: true }).click()
  await checkScreen(shop, 'formatted-text-product')
  await shop.getByRole('button', { name: m.share_copy({}, o) }).click()
  await expect(shop.getByRole('button', { name: m.copied({}, o) })).toBeVisible()
  expect(await shop.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await shop.getByRole('button', { name: m.share_native({}, o) }).click()
  await expect(shop.locator('html')).toHaveAttribute('data-shared', `Curso de pan ${url}`)
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter(script => script.includes('nofollow noopener ugc'))).toEqual([])
})
