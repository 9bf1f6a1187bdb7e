import * as m from '#messages'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

for (const { locale, width } of stateVariants('es', 390))
  test(`a seller pauses a product, a visitor asks for an email, and gets it (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'states')
    const { id } = await addProduct(server, api, { name: 'Vidala' })
    await addProduct(server, api, { name: 'Zamba' })
    const email = createUniqueEmail('waiting')
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const { page } = seller
    const buyer = await openBrowser(locale, width)
    await gotoAndWaitForIdle(buyer.page, `/product/${id}`)
    await page.goto(`/dashboard/product/${id}`)
    await page.getByRole('button', { name: m.state_pause({}, o) }).press('Enter')
    await expect(getToast(page, m.state_paused_done({}, o))).toBeVisible()
    await expect(page.getByText(m.state_paused_text({}, o))).toBeVisible()
    await checkScreen(page, 'product-paused')

    // The page was opened before the pause.
    const form = buyer.page.getByRole('form', { name: m.buy_form({ name: 'Vidala' }, o) })
    await form.getByLabel(m.buy_email({}, o), { exact: true }).fill('ana@mail.test')
    await form.getByLabel(m.buy_confirm({}, o), { exact: true }).fill('ana@mail.test')
    await expect(form.getByText(m.buy_not_sold({}, o))).toBeVisible()

    const visitor = await openBrowser(locale, width)
    await visitor.page.goto(`/product/${id}`)
    await expect(visitor.page.getByText(m.buy_paused({}, o))).toBeVisible()
    const field = visitor.page.getByRole('textbox', { name: m.availability_label({}, o) })
    await field.fill(email)
    await field.press('Enter')
    await expect(visitor.page.getByText(m.availability_done_title({}, o))).toBeVisible()
    await checkScreen(visitor.page, 'public-product-paused')

    await page.goto('/dashboard/products')
    const filter = page.getByRole('navigation', { name: m.state_filter({}, o) })
    await filter.getByRole('link', { name: `${m.state_paused({}, o)} 1` }).press('Enter')
    await expect(page.getByRole('article')).toHaveCount(1)
    await checkScreen(page, 'products-by-state')
    await page.getByRole('link', { name: 'Vidala', exact: true }).first().click()
    await page.getByRole('button', { name: m.state_resume({}, o) }).click()
    await expect(getToast(page, m.state_resumed({}, o))).toBeVisible()
    await visitor.page.goto(await server.waitForMailedLink(email, 'product'))
    await expect(visitor.page.getByRole('heading', { level: 1, name: 'Vidala' })).toBeVisible()

    await page.getByRole('button', { name: m.state_archive({}, o) }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: m.state_archive({}, o) }).click()
    await expect(page.getByText(m.state_archived_text({}, o))).toBeVisible()
    await visitor.page.reload()
    await expect(
      visitor.page.getByRole('heading', { level: 1, name: m.product_archived_title({}, o) }),
    ).toBeVisible()
    await expect(visitor.page.getByText(m.product_archived_bought({}, o))).toBeVisible()
    await checkScreen(visitor.page, 'public-product-archived')
    await visitor.page.getByRole('link', { name: 'Zamba', exact: true }).first().click()
    await expect(visitor.page.getByRole('heading', { level: 1, name: 'Zamba' })).toBeVisible()
  })
