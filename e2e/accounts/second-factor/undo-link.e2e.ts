import * as m from '#messages'
import { getUser } from '#contract/accounts/user.ts'
import { addAuthenticatorApp } from '#tools/test-app/second-factors.ts'
import { createSeller } from '../../actions/seller-actions.ts'
import { expect, test } from '../../fixtures.ts'
import { checkScreen } from '../../page/screen-check.ts'

const o = { locale: 'es' } as const

test('the link in the email about the first second factor removes that factor after a click', async ({
  openBrowser,
  server,
}) => {
  const { api, email } = await createSeller(server, 'undo', { linked: false })
  await addAuthenticatorApp(api)
  const { page } = await openBrowser('es', 360)
  const link = await server.waitForMailedLink(email, 'undo-second-factor')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: m.undo_factor_title({}, o) })).toBeVisible()
  await checkScreen(page, 'undo-factor')
  expect(await api.call(getUser, {})).toMatchObject({ ok: true })
  await page.getByRole('button', { name: m.undo_factor_submit({}, o) }).click()
  await expect(page.getByRole('heading', { name: m.undo_factor_done({}, o) })).toBeFocused()
  await checkScreen(page, 'undo-factor-done')
  expect(await api.call(getUser, {})).toMatchObject({ status: 401 })

  await page.goto(link)
  await page.getByRole('button', { name: m.undo_factor_submit({}, o) }).click()
  await expect(page.getByRole('heading', { name: m.undo_factor_failed({}, o) })).toBeFocused()
  await checkScreen(page, 'undo-factor-failed')
})
