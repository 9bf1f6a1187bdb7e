import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { PICTURES, lookAt } from '../look.ts'
import { type Person, expect, test } from '../stage.ts'
import {
  account,
  alert,
  alive,
  chooseTwice,
  googleAccount,
  newEmail,
  notice,
  otherDevice,
  press,
  wear,
} from './people.ts'

/** Two of the four pairs see everything; all four when pictures are made to be looked at. */
const VIEWS: [Locale, number][] = [
  ['es', 360],
  ['en', 1280],
  ...(PICTURES
    ? ([
        ['es', 1280],
        ['en', 360],
      ] as [Locale, number][])
    : []),
]

for (const [locale, width] of VIEWS) {
  const o = { locale }
  const look = ({ page }: Person, name: string, fullPage = true) =>
    lookAt(page, `${name}-${locale}-${width}`, { fullPage })

  test(`forms at fault, waits and outcomes are whole and accessible, in ${locale} at ${width} pixels`, async ({
    someone,
  }) => {
    test.setTimeout(300_000)
    const ana = await someone(locale, width)
    const { page } = ana
    for (const [address, submit] of [
      ['/register', m.register_submit({}, o)],
      ['/login', m.login_submit({}, o)],
      ['/recover', m.recover_submit({}, o)],
      ['/set/not-a-token', m.set_submit({}, o)],
    ] as const) {
      await page.goto(address)
      await alive(page)
      await press(page.getByRole('button', { name: submit }))
      await expect(alert(page, m.form_problems({}, o))).toBeVisible()
      await look(ana, `${address.split('/')[1]}-faults`)
    }
    await page.goto('/reset/not-a-token')
    await alive(page)
    await chooseTwice(
      page,
      [m.field_new_password({}, o), m.field_confirm_new_password({}, o)],
      'Otra-Puerta-27',
    )
    await press(page.getByRole('button', { name: m.reset_submit({}, o) }))
    await expect(page.getByRole('heading', { name: m.link_spent_title({}, o) })).toBeVisible()
    await look(ana, 'reset-spent')

    await page.goto('/recover')
    await alive(page)
    await page.getByLabel(m.field_email({}, o)).fill(newEmail('nobody'))
    await press(page.getByRole('button', { name: m.recover_submit({}, o) }))
    await expect(notice(page, m.recover_neutral({}, o))).toBeVisible()
    await look(ana, 'recover-asked')

    await page.goto('/confirm-email-change/not-a-token')
    await expect(page.getByRole('heading', { name: m.email_change_failed({}, o) })).toBeVisible()
    // It goes on by itself after some seconds: its clock stands still to be looked at.
    await page.evaluate(() => {
      for (let timer = Number(setTimeout(() => undefined)); timer > 0; timer -= 1)
        clearTimeout(timer)
    })
    await look(ana, 'confirm-failed')
  })

  test(`security and its dialogs are whole and accessible, in ${locale} at ${width} pixels`, async ({
    someone,
    town,
  }) => {
    test.setTimeout(300_000)
    const { email } = await account(town, 'a-rather-long-address-that-wraps')
    const ana = await someone(locale, width)
    await wear(ana, town, await otherDevice(town, email))
    const { page } = ana
    const dialog = page.getByRole('dialog')
    await page.goto('/dashboard/security')
    await expect(page.getByText(m.devices_this({}, o))).toBeVisible()
    await look(ana, 'security-two-devices')
    for (const [open, submit, name] of [
      [m.security_change_email({}, o), m.change_email_submit({}, o), 'dialog-email'],
      [m.security_change_password({}, o), m.change_password_submit({}, o), 'dialog-password'],
      [m.close_account({}, o), m.close_account_submit({}, o), 'dialog-close'],
    ] as const) {
      await page.getByRole('button', { name: open }).click()
      await expect(dialog).toBeVisible()
      // The same with more in it comes next: this one is for the eye.
      if (PICTURES) await look(ana, name, false)
      await press(dialog.getByRole('button', { name: submit }))
      await expect(dialog.getByRole('alert')).toBeVisible()
      await look(ana, `${name}-faults`, false)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    for (const [open, name] of [
      [m.security_link({}, o), 'dialog-link'],
      [m.devices_close({}, o), 'dialog-devices'],
    ] as const) {
      await page.getByRole('button', { name: open }).click()
      await expect(dialog).toBeVisible()
      await look(ana, name, false)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }

    const eva = await someone(locale, width)
    await wear(eva, town, (await googleAccount(town, 'google-only')).other)
    await eva.page.goto('/dashboard/security')
    await expect(eva.page.getByText(m.devices_this({}, o))).toBeVisible()
    await look(eva, 'security-google-only')
    await eva.page.getByRole('button', { name: m.security_set_password({}, o) }).click()
    await expect(eva.page.getByRole('dialog')).toBeVisible()
    await look(eva, 'dialog-set-password', false)

    // What cannot be fetched, and what has not come yet.
    const broken = await someone(locale, width)
    await wear(broken, town, await otherDevice(town, email))
    await broken.page.route(/\/api\/user\/(sessions|activity)$/, route =>
      route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
    )
    await broken.page.goto('/dashboard/security')
    await expect(alert(broken.page, m.dash_load_failed({}, o))).toBeVisible()
    await look(broken, 'security-failed')
    await broken.page.unrouteAll()
    const never = Promise.withResolvers<void>()
    await broken.page.route(/\/api\/user\/(sessions|activity)$/, () => never.promise)
    await broken.page.reload()
    await expect(broken.page.getByRole('button', { name: m.devices_close({}, o) })).toBeDisabled()
    await look(broken, 'security-waiting')
    never.resolve()
  })
}
