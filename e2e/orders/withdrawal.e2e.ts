import * as m from '#messages'
import { waitForHydration } from '../actions/account-actions.ts'
import { publishSampleKiosk } from '../actions/sample-kiosk.ts'
import { buyProducts, createUniqueEmail } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { storyVariants } from '../variants.ts'

for (const { locale, width } of storyVariants('en', 1280)) {
  const o = { locale }

  test(`a buyer finds the withdrawal button, gets a code and confirms by keyboard, in ${locale} at ${width} px @core`, async ({
    openBrowser,
    server,
  }) => {
    const { book } = await publishSampleKiosk(server, 'withdrawal')
    const email = createUniqueEmail('withdrawal')
    await buyProducts(server, [book.id], email)
    const { page } = await openBrowser(locale, width)
    await page.goto('/')
    const firstLink = page.locator('footer a').first()
    await expect(firstLink).toHaveText(m.withdrawal_title({}, o))
    await firstLink.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.withdrawal_title({}, o))
    await waitForHydration(page)

    await page.getByLabel(m.withdrawal_field({}, o)).focus()
    await page.keyboard.type('K7M3')
    await page.keyboard.press('Enter')
    await expect(page.getByText(m.issue_withdrawal_contact({}, o)).first()).toBeVisible()
    await page.getByLabel(m.withdrawal_field({}, o)).fill(email)
    await page.keyboard.press('Enter')

    await expect(page.getByText(m.withdrawal_sent({}, o))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const code = await page.getByText(/^A-[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText()
    let link: string | undefined
    await expect
      .poll(async () => {
        const mails = await server.listMails(email)
        link = mails.flatMap(
          ({ text }) => /http\S+\/order\/\S+#withdrawal/.exec(text)?.[0] ?? [],
        )[0]
        return link
      })
      .toBeDefined()
    expect((await server.listMails(email)).some(({ subject }) => subject.includes(code))).toBe(true)

    await page.goto(link!)
    const confirm = page.getByRole('button', { name: m.withdrawal_order_confirm({}, o) })
    await expect(confirm).toBeInViewport()
    await confirm.focus()
    await page.keyboard.press('Enter')

    await expect(page.getByText(m.withdrawal_code_line({ code }, o))).toBeVisible()
    await expect(page.getByText(m.withdrawal_state_refunded({}, o))).toBeVisible({
      timeout: 20_000,
    })
  })
}
