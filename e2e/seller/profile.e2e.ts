import { getProfile, getPublicProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { LOCALES, alert, notice, press, wear } from '../accounts/people.ts'
import { expect, test } from '../stage.ts'
import { creator, upload } from './people.ts'

for (const locale of LOCALES)
  test.describe(`the profile, in ${locale}`, () => {
    const o = { locale }

    test('a username that is taken is told while it is typed, a free one is saved and shown', async ({
      someone,
      town,
    }) => {
      const { api } = await creator(town, 'profile', { linked: false })
      const other = await creator(town, 'taken', { linked: false })
      const taken = expectOk(await other.api.call(getProfile, {})).username
      const free = `nombre${Date.now() % 100_000_000}`
      const ana = await someone(locale, locale === 'en' ? 360 : 1280)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/profile/build')
      const name = page.getByLabel(m.my_profile_username({}, o), { exact: true })
      const save = page.getByRole('button', { name: m.my_profile_save({}, o) })
      await expect(page.getByRole('heading', { name: m.my_profile_edit({}, o) })).toBeFocused()
      await expect(save).toHaveAttribute('aria-disabled', 'true')

      await page.getByLabel(m.my_profile_bio({}, o)).fill('Cocino y escribo.')
      await name.fill(taken)
      await expect(name).toHaveAttribute('aria-busy', 'true')
      await expect(page.getByText(m.ERROR_PROFILE_USERNAME_EXISTS({}, o)).first()).toBeVisible()
      await expect(save).toHaveAttribute('aria-disabled', 'true')
      await name.fill('con espacios')
      await expect(page.getByText(m.issue_username({ min: 3, max: 15 }, o)).first()).toBeVisible()

      await name.fill(free)
      await expect(page.getByText(m.my_profile_username_free({}, o))).toBeAttached()
      await page.getByLabel('Facebook', { exact: true }).fill('con/barra')
      await press(save)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await page.getByLabel('Facebook', { exact: true }).fill('cocinasur')
      await expect(save).not.toHaveAttribute('aria-disabled')
      await save.click()
      await expect(notice(page, m.my_profile_saved({}, o))).toBeVisible()
      await expect(save).toHaveAttribute('aria-disabled', 'true')

      const shown = expectOk(
        await new ApiClient(town.origin).call(getPublicProfile, { params: { username: free } }),
      )
      expect(shown).toMatchObject({ bio: 'Cocino y escribo.', facebook: 'cocinasur' })
    })

    test('a refused save says why and keeps what was typed', async ({ someone, town }) => {
      const { api } = await creator(town, 'refused', { linked: false })
      const ana = await someone(locale)
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/profile')
      await page.getByLabel(m.my_profile_bio({}, o)).fill('No se pierde.')
      await page.route(
        '**/api/profile',
        route =>
          route.request().method() === 'PUT'
            ? route.fulfill({ status: 502, json: { code: 'ERROR_UPDATING_USER', message: '' } })
            : route.fallback(),
        { times: 1 },
      )
      await press(page.getByRole('button', { name: m.my_profile_save({}, o) }))
      await expect(alert(page, m.my_profile_failed({}, o))).toBeVisible()
      await expect(page.getByLabel(m.my_profile_bio({}, o))).toHaveValue('No se pierde.')
    })

    test('a picture is set and taken away, and the kiosk’s link copied and drawn', async ({
      someone,
      town,
    }) => {
      const { api } = await creator(town, 'picture', { linked: false })
      const { username } = expectOk(await api.call(getProfile, {}))
      const ana = await someone(locale)
      await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await wear(ana, town, api)
      const { page } = ana
      await page.goto('/dashboard/profile')
      await page
        .locator('form input[type=file]')
        .setInputFiles(await upload(await createCoverImage({ width: 500, height: 700 })))
      await expect(notice(page, m.picture_done({}, o))).toBeVisible()
      expect(expectOk(await api.call(getProfile, {})).profilePictureUrl).toMatch(/^\/images\//)
      await page.getByRole('button', { name: m.drop_remove({}, o) }).click()
      await expect(page.getByText(m.picture_set({}, o))).toBeVisible()

      await page.getByRole('button', { name: m.share_copy({}, o) }).click()
      await expect(page.getByRole('button', { name: m.copied({}, o) })).toBeVisible()
      const link = `${town.origin}/profile/${username}`
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
      await expect(page.getByRole('button', { name: m.share_copy({}, o) })).toBeVisible()
      await page.getByRole('button', { name: m.share_qr({}, o) }).click()
      await expect(
        page.getByRole('img', { name: m.share_qr_label({ url: link }, o) }),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
        'href',
        new RegExp(encodeURIComponent(link)),
      )
    })
  })
