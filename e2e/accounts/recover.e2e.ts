import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { type Person, expect, test } from '../stage.ts'
import {
  LOCALES,
  NEW_PASSWORD,
  PASSWORD,
  account,
  alert,
  alive,
  chooseTwice,
  enter,
  googleAccount,
  newEmail,
  notice,
  press,
  typeLogin,
} from './people.ts'

async function ask({ page }: Person, locale: Locale, email: string): Promise<void> {
  const o = { locale }
  await page.goto('/recover')
  await alive(page)
  await page.getByLabel(m.field_email({}, o)).fill(email)
  await press(page.getByRole('button', { name: m.recover_submit({}, o) }))
  await expect(page.getByRole('heading', { name: m.recover_sent_title({}, o) })).toBeFocused()
}

for (const locale of LOCALES)
  test.describe(`a forgotten password, in ${locale}`, () => {
    const o = { locale }
    const labels: [string, string] = [
      m.field_new_password({}, o),
      m.field_confirm_new_password({}, o),
    ]

    test('is replaced by the link of a mail', async ({ someone, town }) => {
      const { email } = await account(town, 'recover')
      const ana = await someone(locale)
      await ask(ana, locale, email)
      const toast = notice(ana.page, m.recover_neutral({}, o))
      await expect(toast).toBeVisible()

      await ana.page.goto(await town.waitForMailedLink(email, 'reset'))
      await alive(ana.page)
      await chooseTwice(ana.page, labels, PASSWORD)
      const submit = ana.page.getByRole('button', { name: m.reset_submit({}, o) })
      await press(submit)
      await expect(alert(ana.page, m.ERROR_AUTH_PASSWORD_REUSE({}, o))).toBeVisible()
      await expect(ana.page.getByLabel(labels[0], { exact: true })).toBeFocused()

      await chooseTwice(ana.page, labels, NEW_PASSWORD)
      await press(submit)
      await expect(notice(ana.page, m.reset_done({}, o))).toBeVisible()
      await ana.page.waitForURL('**/login')
      await alive(ana.page)
      await typeLogin(ana, locale, email, PASSWORD)
      await expect(alert(ana.page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
      await typeLogin(ana, locale, email, NEW_PASSWORD)
      await ana.page.waitForURL('**/dashboard')

      // A link that was used leads to another.
      const again = await someone(locale, 360)
      await again.page.goto(await town.waitForMailedLink(email, 'reset'))
      await alive(again.page)
      await chooseTwice(again.page, labels, 'Tercera-Puerta-9')
      await press(again.page.getByRole('button', { name: m.reset_submit({}, o) }))
      await expect(alert(again.page, m.ERROR_INVALID_OR_EXPIRED_TOKEN({}, o))).toBeVisible()
      await again.page.getByRole('link', { name: m.link_spent_again({}, o) }).click()
      await again.page.waitForURL('**/recover')
    })

    test('of someone who came by Google is set for the first time', async ({ someone, town }) => {
      const { email } = await googleAccount(town, 'set')
      const ana = await someone(locale)
      await ask(ana, locale, email)
      await ana.page.goto(await town.waitForMailedLink(email, 'set'))
      await alive(ana.page)
      await chooseTwice(ana.page, labels, NEW_PASSWORD)
      await press(ana.page.getByRole('button', { name: m.set_submit({}, o) }))
      await expect(notice(ana.page, m.set_done({}, o))).toBeVisible()
      await ana.page.waitForURL('**/login')
      await enter(ana, locale, email, NEW_PASSWORD)
    })

    test('is asked for in the same words by strangers; a failure is told', async ({ someone }) => {
      const ana = await someone(locale, 360)
      ana.forgive(/net::ERR_FAILED/)
      await ask(ana, locale, newEmail('nobody'))
      await expect(notice(ana.page, m.recover_neutral({}, o))).toBeVisible()

      await ana.page.getByRole('button', { name: m.recover_other({}, o) }).click()
      await ana.page.route('**/api/password/recover', route => route.abort())
      await ana.page.getByLabel(m.field_email({}, o)).fill(newEmail('nobody'))
      await press(ana.page.getByRole('button', { name: m.recover_submit({}, o) }))
      await expect(alert(ana.page, m.recover_failed({}, o))).toContainText(m.no_connection({}, o))
      // The neutral one stays until it is closed.
      await expect(notice(ana.page, m.recover_neutral({}, o))).toBeVisible()
    })
  })
