import * as m from '#messages'
import { setSessionCookies } from '../actions/account-actions.ts'
import { addProduct, createSeller, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { storyVariants } from '../variants.ts'

for (const { locale, width } of storyVariants('es', 390))
  test(`a visitor gets a free product by email, by keyboard (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'free', { linked: false })
    const { id, username } = await addProduct(server, api, { name: 'Vidala', price: 0 })
    const email = createUniqueEmail('free')
    const { page } = await openBrowser(locale, width)
    await page.goto(`/profile/${username}`)
    const card = page.getByRole('article').filter({ hasText: 'Vidala' })
    await expect(card).toContainText(m.price_free({}, o))
    await card.getByRole('link', { name: `${m.buy_card_free({}, o)} Vidala` }).press('Enter')
    await page.waitForURL(new RegExp(`/product/${id}`))
    await gotoAndWaitForIdle(page, page.url())
    await checkScreen(page, 'free-product')

    const field = page.getByRole('textbox', { name: m.free_copy_label({}, o) })
    await field.fill('nobody')
    await field.press('Enter')
    await expect(page.getByText(m.issue_email_invalid({}, o))).toBeVisible()
    await field.fill(email)
    await field.press('Enter')

    await expect(page.getByText(m.free_copy_done_title({}, o))).toBeVisible()
    await checkScreen(page, 'free-product-sent')
    const inbox = await openBrowser(locale, width)
    await inbox.page.goto(await server.waitForMailedLink(email, 'order'))
    await expect(inbox.page.getByRole('heading', { name: m.order_free_title({}, o) })).toBeVisible()
    await checkScreen(inbox.page, 'free-order')
    const download = inbox.page.waitForEvent('download')
    await inbox.page
      .getByRole('link', { name: m.order_download({}, o) })
      .first()
      .press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

    // It counts for its creator now, and others find it among what costs nothing.
    const desk = await openBrowser(locale, width)
    await setSessionCookies(desk, server, api)
    await gotoAndWaitForIdle(desk.page, '/dashboard/products')
    await expect(
      desk.page.getByText(m.products_free_copies({ count: 1, shown: '1' }, o)),
    ).toBeVisible()
    await checkScreen(desk.page, `free-copies-${locale}`)
    await gotoAndWaitForIdle(page, '/explore')
    await page.getByText(m.explore_finer({}, o)).click()
    await page.getByRole('checkbox', { name: m.explore_free({}, o) }).check()
    await page.getByRole('button', { name: m.explore_apply({}, o) }).click()
    await page.waitForURL(/free=true/)
    await expect(page.getByRole('link', { name: /Vidala/ }).first()).toBeVisible()
    await checkScreen(page, `explore-free-${locale}`)
  })
