import { getOwnProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { forceClick, setSessionCookies, waitForHydration } from '../actions/account-actions.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const

test('a seller formats a text with the bar and the keyboard, and a visitor without scripts reads it', async ({
  openBrowser,
  browser,
  server,
}) => {
  const { api } = await createSeller(server, 'formatted')
  const { id } = await addProduct(server, api, { name: 'Curso de pan' })
  const seller = await openBrowser('es', 390)
  await setSessionCookies(seller, server, api)
  const { page } = seller
  await page.goto(`/dashboard/product/edit/${id}`)
  const field = page.getByLabel(m.create_about({}, o))
  const bar = page.getByRole('group', { name: m.create_about_tools({}, o) })
  const press = (name: string) => bar.getByRole('button', { name, exact: true }).click()

  await test.step('writes with the bar and by keyboard', async () => {
    await field.click()
    await press(m.create_about_heading({}, o))
    await page.keyboard.type('Qué vas a hornear')
    await page.keyboard.press('Enter')
    await press(m.create_about_list({}, o))
    await page.keyboard.type('Pan ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('integral')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Facturas')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Mirá mi sitio')
    for (let count = 0; count < 'mi sitio'.length; count++)
      await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('https://pan.test')
    await expect(field).toHaveValue(
      '## Qué vas a hornear\n- Pan **integral**\n- Facturas\n\nMirá [mi sitio](https://pan.test)',
    )
  })

  await test.step('takes a change back with Ctrl+Z', async () => {
    const before = await field.inputValue()
    await page.keyboard.press('Control+b')
    await expect(field).not.toHaveValue(before)
    await page.keyboard.press('Control+z')
    await expect(field).toHaveValue(before)
  })

  await test.step('sees how it looks, and finds it again after a reload', async () => {
    await press(m.create_about_preview({}, o))
    await expect(page.getByRole('heading', { name: 'Qué vas a hornear', level: 3 })).toBeVisible()
    await checkScreen(page, 'formatted-text-form')
    await page.reload()
    await waitForHydration(page)
    await expect(field).toHaveValue(/integral/)
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
  await expect(text.getByRole('listitem')).toHaveText(['Pan integral', 'Facturas'])
  await expect(text.locator('strong')).toHaveText('integral')
  const link = text.getByRole('link', { name: 'mi sitio' })
  await expect(link).toHaveAttribute('href', 'https://pan.test/')
  await expect(link).toHaveAttribute('rel', 'nofollow noopener ugc')
  await context.close()

  const { page: shop } = await openBrowser('es', 390)
  const scripts: string[] = []
  shop.on('response', async response => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await shop.goto(`/product/${id}`)
  await waitForHydration(shop)
  await expect(shop.getByText('Facturas')).toBeVisible()
  await checkScreen(shop, 'formatted-text-product')
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter(script => script.includes('nofollow noopener ugc'))).toEqual([])
})
