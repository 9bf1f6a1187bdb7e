import * as m from '#messages'
import { SCREENSHOT_FOLDER, checkScreen } from '../page/screen-check.ts'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import { stateVariants } from '../variants.ts'
import {
  createAccount,
  getErrorAlert,
  waitForHydration,
  fillPasswordTwice,
  createGoogleAccount,
  createUniqueEmail,
  getToast,
  signInOnNewDevice,
  forceClick,
  setSessionCookies,
} from '../actions/account-actions.ts'

/** Returns a function that checks a screen, whose name ends in the given variant. */
const createViewCheck =
  (variant: string) =>
  ({ page }: BrowserUser, name: string, fullPage = true) =>
    checkScreen(page, `${name}-${variant}`, { fullPage })

for (const { locale, width } of stateVariants('en', 390)) {
  const o = { locale }
  const checkView = createViewCheck(`${locale}-${width}`)

  test(`account forms with errors and result pages fit the screen and are accessible, in ${locale} at ${width} pixels`, async ({
    openBrowser,
  }) => {
    test.setTimeout(300_000)
    const ana = await openBrowser(locale, width)
    const { page } = ana
    for (const [address, submit] of [
      ['/register', m.register_submit({}, o)],
      ['/login', m.login_submit({}, o)],
      ['/recover', m.recover_submit({}, o)],
      ['/set/not-a-token', m.set_submit({}, o)],
    ] as const) {
      await page.goto(address)
      await waitForHydration(page)
      await forceClick(page.getByRole('button', { name: submit }))
      await expect(getErrorAlert(page, m.form_problems({}, o))).toBeVisible()
      await checkView(ana, `${address.split('/')[1]}-faults`)
    }
    await page.goto('/reset/not-a-token')
    await waitForHydration(page)
    await fillPasswordTwice(
      page,
      [m.field_new_password({}, o), m.field_confirm_new_password({}, o)],
      'Otra-Puerta-27',
    )
    await forceClick(page.getByRole('button', { name: m.reset_submit({}, o) }))
    await expect(page.getByRole('heading', { name: m.link_spent_title({}, o) })).toBeVisible()
    await checkView(ana, 'reset-spent')

    await page.goto('/recover')
    await waitForHydration(page)
    await page.getByLabel(m.field_email({}, o)).fill(createUniqueEmail('nobody'))
    await forceClick(page.getByRole('button', { name: m.recover_submit({}, o) }))
    await expect(getToast(page, m.recover_neutral({}, o))).toBeVisible()
    await checkView(ana, 'recover-asked')

    await page.goto('/confirm-email-change/not-a-token')
    await expect(page.getByRole('heading', { name: m.email_change_failed({}, o) })).toBeVisible()
    // The page redirects after some seconds. Clearing its timers keeps it open for the check.
    await page.evaluate(() => {
      for (let timer = Number(setTimeout(() => undefined)); timer > 0; timer -= 1)
        clearTimeout(timer)
    })
    await checkView(ana, 'confirm-failed')
  })
}

for (const { locale, width } of stateVariants('es', 390)) {
  const o = { locale }
  const checkView = createViewCheck(`${locale}-${width}`)

  test(`the security page and its dialogs fit the screen and are accessible, in ${locale} at ${width} pixels`, async ({
    openBrowser,
    server,
  }) => {
    test.setTimeout(300_000)
    const { email } = await createAccount(server, 'a-rather-long-address-that-wraps')
    const ana = await openBrowser(locale, width)
    await setSessionCookies(ana, server, await signInOnNewDevice(server, email))
    const { page } = ana
    const dialog = page.getByRole('dialog')
    await page.goto('/dashboard/security')
    await expect(page.getByText(m.devices_this({}, o))).toBeVisible()
    await checkView(ana, 'security-two-devices')
    for (const [open, submit, name] of [
      [m.security_change_email({}, o), m.change_email_submit({}, o), 'dialog-email'],
      [m.security_change_password({}, o), m.change_password_submit({}, o), 'dialog-password'],
      [m.close_account({}, o), m.close_account_submit({}, o), 'dialog-close'],
    ] as const) {
      await page.getByRole('button', { name: open }).click()
      await expect(dialog).toBeVisible()
      // The next check covers the same dialog with its errors, so this state is only captured as a screenshot.
      if (SCREENSHOT_FOLDER) await checkView(ana, name, false)
      await forceClick(dialog.getByRole('button', { name: submit }))
      await expect(dialog.getByRole('alert')).toBeVisible()
      await checkView(ana, `${name}-faults`, false)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    for (const [open, name] of [
      [m.security_link({}, o), 'dialog-link'],
      [m.devices_close({}, o), 'dialog-devices'],
    ] as const) {
      await page.getByRole('button', { name: open }).click()
      await expect(dialog).toBeVisible()
      await checkView(ana, name, false)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }

    const eva = await openBrowser(locale, width)
    await setSessionCookies(
      eva,
      server,
      (await createGoogleAccount(server, 'google-only')).apiClient,
    )
    await eva.page.goto('/dashboard/security')
    await expect(eva.page.getByText(m.devices_this({}, o))).toBeVisible()
    await checkView(eva, 'security-google-only')
    await eva.page.getByRole('button', { name: m.security_set_password({}, o) }).click()
    await expect(eva.page.getByRole('dialog')).toBeVisible()
    await checkView(eva, 'dialog-set-password', false)

    // The last two states to check are lists that failed to load and lists that are still loading.
    const failing = await openBrowser(locale, width)
    await setSessionCookies(failing, server, await signInOnNewDevice(server, email))
    await failing.page.route(/\/api\/user\/(sessions|activity)$/, route =>
      route.fulfill({ status: 429, json: { code: 'ERROR_TOO_MANY_REQUESTS', message: '' } }),
    )
    await failing.page.goto('/dashboard/security')
    await expect(getErrorAlert(failing.page, m.dash_load_failed({}, o))).toBeVisible()
    await checkView(failing, 'security-failed')
    await failing.page.unrouteAll()
    const unresolved = Promise.withResolvers<void>()
    await failing.page.route(/\/api\/user\/(sessions|activity)$/, () => unresolved.promise)
    await failing.page.reload()
    await expect(failing.page.getByRole('button', { name: m.devices_close({}, o) })).toBeDisabled()
    await checkView(failing, 'security-waiting')
    unresolved.resolve()
  })
}
