import { changeProfileFields, getProfile, getPublicProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { getToast, forceClick, setSessionCookies } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'es' } as const

test.describe('the profile', () => {
  test('the profile form reports a taken username while typing and saves a free one', async ({
    openBrowser,
    server,
  }) => {
    const { api } = await createSeller(server, 'profile', { linked: false })
    const otherSeller = await createSeller(server, 'taken', { linked: false })
    const takenUsername = expectOk(await otherSeller.api.call(getProfile, {})).username
    const freeUsername = `nombre${Date.now() % 100_000_000}`
    const ana = await openBrowser('es', 1280)
    await setSessionCookies(ana, server, api)
    const { page } = ana
    await page.goto('/dashboard/profile/build')
    const name = page.getByLabel(m.my_profile_username({}, o), { exact: true })
    const save = page.getByRole('button', { name: m.my_profile_save({}, o) })
    await expect(page.getByRole('heading', { name: m.my_profile_edit({}, o) })).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'true')

    await page.getByLabel(m.my_profile_bio({}, o)).fill('Cocino y escribo.')
    await name.fill(takenUsername)
    await expect(name).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText(m.ERROR_PROFILE_USERNAME_EXISTS({}, o)).first()).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await name.fill('con espacios')
    await expect(page.getByText(m.issue_username({ min: 3, max: 15 }, o)).first()).toBeVisible()

    await name.fill(freeUsername)
    await expect(page.getByText(m.my_profile_username_free({}, o))).toBeAttached()
    await page.getByLabel('Facebook', { exact: true }).fill('con/barra')
    await forceClick(save)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await page.getByLabel('Facebook', { exact: true }).fill('cocinasur')
    await page.getByLabel(m.my_profile_name({}, o), { exact: true }).fill('Marta del Sur')
    await page.getByLabel('WhatsApp', { exact: true }).fill('341 555-0142')
    await forceClick(save)
    await expect(page.getByText(m.issue_whatsapp({}, o)).first()).toBeVisible()
    await page.getByLabel('WhatsApp', { exact: true }).fill('+54 9 341 555-0142')
    const preview = page.getByRole('region', { name: m.my_profile_preview({}, o) })
    await expect(preview.getByText('Marta del Sur')).toBeVisible()
    await expect(save).not.toHaveAttribute('aria-disabled')
    await save.click()
    await expect(getToast(page, m.my_profile_saved({}, o))).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'true')

    const publicProfile = expectOk(
      await new ApiClient(server.origin).call(getPublicProfile, {
        params: { username: freeUsername },
      }),
    )
    expect(publicProfile).toMatchObject({
      bio: 'Cocino y escribo.',
      facebook: 'cocinasur',
      displayName: 'Marta del Sur',
      whatsapp: '+5493415550142',
    })
  })

  test('the profile page sets and removes the picture and shares the kiosk by link and QR code', async ({
    openBrowser,
    server,
  }) => {
    const { api } = await createSeller(server, 'picture', { linked: false })
    const { username } = expectOk(await api.call(getProfile, {}))
    const ana = await openBrowser('es')
    await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await setSessionCookies(ana, server, api)
    const { page } = ana
    await page.goto('/dashboard/profile')
    await page
      .locator('form input[type=file]')
      .setInputFiles(await toFilePayload(await createCoverImage({ width: 500, height: 700 })))
    await expect(getToast(page, m.picture_done({}, o))).toBeVisible()
    expect(expectOk(await api.call(getProfile, {})).profilePictureUrl).toMatch(/^\/images\//)
    await page.getByRole('button', { name: m.drop_remove({}, o) }).click()
    await expect(page.getByText(m.picture_set({}, o))).toBeVisible()

    await page.getByRole('button', { name: m.share_copy({}, o) }).click()
    await expect(page.getByRole('button', { name: m.copied({}, o) })).toBeVisible()
    const link = `${server.origin}/profile/${username}`
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await expect(page.getByRole('button', { name: m.share_copy({}, o) })).toBeVisible()
    await page.getByRole('button', { name: m.share_qr({}, o) }).click()
    await expect(page.getByRole('img', { name: m.share_qr_label({ url: link }, o) })).toBeVisible()
    await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      new RegExp(encodeURIComponent(link)),
    )
  })
})

test('the welcome of a new seller saves a name and a line at once, and says that a name is taken', async ({
  openBrowser,
  server,
}) => {
  const { api: other } = await createSeller(server, 'taken', { linked: false })
  expectOk(await other.call(changeProfileFields, { body: { username: 'nombretomado' } }))
  const { api } = await createSeller(server, 'welcome', { linked: false })
  const ana = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  const name = page.getByLabel(m.my_profile_username({}, o))
  await gotoAndWaitForIdle(page, '/dashboard/welcome')

  await name.fill('Nombre Tomado')
  await page.getByLabel(m.welcome_bio({}, o)).fill('Recetas de mi abuela')
  await page.getByRole('button', { name: m.welcome_next({}, o) }).click()
  await expect(page.getByText(m.ERROR_PROFILE_USERNAME_EXISTS({}, o)).first()).toBeVisible()
  await checkScreen(page, 'welcome-taken')
  await name.fill('La Cocina de Ñata')
  await expect(page.getByText(/\/profile\/lacocinadenata$/)).toBeVisible()
  await page.getByRole('button', { name: m.welcome_next({}, o) }).click()

  await page.waitForURL('**/dashboard')
  expect(expectOk(await api.call(getProfile, {}))).toMatchObject({
    username: 'lacocinadenata',
    bio: 'Recetas de mi abuela',
  })
})
