import { createDraft, saveWorkingCopy } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

for (const { locale, width } of stateVariants('es', 390))
  test(`a seller sees a draft as buyers will, goes on writing, and sees the new text (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'preview')
    const { id } = expectOk(
      await api.call(createDraft, { body: { fields: { name: 'Recetas de invierno' } } }),
    )
    const browser = await openBrowser(locale, width)
    await setSessionCookies(browser, server, api)
    const { page } = browser
    const calls: string[] = []
    page.on('request', request => calls.push(`${request.method()} ${request.url()}`))
    const open = page.getByRole('button', { name: m.page_preview_open({}, o) }).first()
    await gotoAndWaitForIdle(page, `/dashboard/product/create?draft=${id}`)

    await open.click()
    await page.waitForURL(`**/dashboard/product/preview/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recetas de invierno')
    for (const text of [
      m.page_preview_draft({}, o),
      m.page_preview_no_price({}, o),
      m.page_preview_no_cover({}, o),
      m.page_preview_no_description({}, o),
      m.page_preview_no_files({}, o),
    ])
      await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await checkScreen(page, `preview-draft-${locale}`)

    await page
      .getByRole('link', { name: m.page_preview_back({}, o) })
      .first()
      .click()
    await page.waitForURL(`**/product/create?draft=${id}`)
    await page.getByLabel(m.create_price({}, o), { exact: true }).fill('8900')
    // What was typed a moment ago is saved before.
    await page.getByLabel(m.create_description({}, o)).fill('Sopas, guisos y pan casero.')
    await open.click()
    await page.waitForURL(`**/dashboard/product/preview/${id}`)

    await expect(page.getByText('Sopas, guisos y pan casero.')).toBeVisible()
    await expect(page.getByText('8.900').first()).toBeVisible()
    await expect(page.getByText(m.page_preview_no_buying({}, o))).toBeVisible()
    // The form is shown, and takes neither the focus nor a press.
    await expect(page.locator('[inert] input[type=email]').first()).toBeVisible()
    await checkScreen(page, `preview-${locale}`)
    expect(calls.filter(call => /\/view$|createPreference/.test(call))).toEqual([])
  })

test('the preview of a changed product is for its seller only, and others find what they find for no product', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'previewed')
  const product = await addProduct(server, api, { name: 'Recetas', price: 8900 })
  const params = { id: product.id }
  expectOk(await api.call(saveWorkingCopy, { params, body: { fields: { price: '9500' } } }))
  const address = `/dashboard/product/preview/${product.id}`
  const owner = await openBrowser('en', 390)
  await setSessionCookies(owner, server, api)
  await gotoAndWaitForIdle(owner.page, address)
  await expect(owner.page.getByText('9.500').first()).toBeVisible()

  const stranger = await openBrowser('en', 390)
  await setSessionCookies(stranger, server, (await createSeller(server, 'stranger')).api)
  for (const path of [address, '/dashboard/product/preview/999999']) {
    const reply = await stranger.page.goto(path)
    expect(reply?.status()).toBe(404)
    expect(reply?.headers()['cache-control']).toBe('no-store')
    await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText(
      m.edit_gone({}, { locale: 'en' }),
    )
  }
  const visitor = await openBrowser('en', 390)
  await visitor.page.goto(address)
  await visitor.page.waitForURL('**/login?returnTo=*')
  await gotoAndWaitForIdle(visitor.page, `/product/${product.id}`)
  await expect(visitor.page.getByText('8.900').first()).toBeVisible()
})
