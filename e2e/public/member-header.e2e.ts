import * as m from '#messages'
import { setSessionCookies } from '../actions/account-actions.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

test('the account link of a member has a label before the page is used, and the username after', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'member', { linked: false })
  const member = await openBrowser('es')
  await setSessionCookies(member, server, api)
  const { page } = member
  const header = page.getByRole('banner')
  await page.goto('/')
  await expect(header.getByText(m.nav_account({}, { locale: 'es' }))).toBeVisible()

  await page.mouse.move(100, 100)

  await expect(header.getByText(/^[a-z]+\d+$/)).toBeVisible()
})
