import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { removeTotp } from '#contract/accounts/second-factors.ts'
import { getSecondStep } from '#contract/accounts/second-step.ts'
import { closeOtherSessions, login } from '#contract/accounts/sessions.ts'
import { changePassword } from '#contract/accounts/passwords.ts'
import { getUser } from '#contract/accounts/user.ts'
import { secondSteps, userRoles, users } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  createProtectedAccount,
  listEventKinds,
  sendCode,
  showCode,
  takeFirstStep,
} from '#tools/test-app/second-factors.ts'

const shop = useTestApp()

const credentials = (email: string) => ({ body: { email, password: PASSWORD } })

/** The answer of a sign-in that needs no second step. */
const signedInAs = (email: string) => ({
  ok: true,
  status: 200,
  body: { id: expect.any(Number) as number, email },
})

describe('a sign-in with two steps', () => {
  test('an account without a second factor signs in with the password alone, and the answer is unchanged', async () => {
    const { email } = await shop.creator()

    const answer = await shop.visitor().call(login, credentials(email))

    expect(answer).toEqual(signedInAs(email))
  })

  test('the password alone gives no session, and the code then does', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const browser = shop.visitor()

    const first = await browser.call(login, credentials(email))
    expect(first).toMatchObject({
      ok: true,
      body: { email, secondStep: { methods: ['totp', 'recovery_code'] } },
    })
    expect([...browser.cookies.keys()]).toEqual([`second_step_${shop.config.port}`])
    expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await browser.call(getSecondStep, {})).toMatchObject({
      body: { methods: ['totp', 'recovery_code'] },
    })

    expect(
      await sendCode(browser, ` ${showCode(secret).slice(0, 3)} ${showCode(secret).slice(3)}`),
    ).toMatchObject({
      ok: true,
      body: { email },
    })
    expect(await browser.call(getUser, {})).toMatchObject({ body: { email } })
    expect(await browser.call(getSecondStep, {})).toMatchObject({
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
  })

  test('another browser cannot complete the step', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    await takeFirstStep(shop.visitor(), email)

    expect(await sendCode(shop.visitor(), showCode(secret))).toMatchObject({
      status: 400,
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
  })

  test('a code is accepted once, of two at the same time only one', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const tabs = [shop.visitor(), shop.visitor()]
    for (const tab of tabs) await takeFirstStep(tab, email)

    const code = showCode(secret)
    const answers = await Promise.all(tabs.map(tab => sendCode(tab, code)))

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'ERROR_SECOND_FACTOR_CODE' })
    const third = await takeFirstStep(shop.visitor(), email)
    expect(await sendCode(third, code)).toMatchObject({ code: 'ERROR_SECOND_FACTOR_CODE' })
  })

  test('one step gives one session, also if two codes come at the same time', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)

    const answers = await Promise.all([
      sendCode(browser, showCode(secret)),
      sendCode(browser, showCode(secret, 1)),
    ])

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('codes of the neighboring periods are accepted, and no others', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)

    for (const offset of [-3, -2, 3])
      expect(await sendCode(browser, showCode(secret, offset))).toMatchObject({
        code: 'ERROR_SECOND_FACTOR_CODE',
      })
    expect(await sendCode(browser, showCode(secret, 1))).toMatchObject({ ok: true })
  })

  test('five wrong codes end the step, and tell the owner', async () => {
    const { owner, email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)

    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await sendCode(browser, showCode(secret, 50 + attempt))).toMatchObject({
        code: 'ERROR_SECOND_FACTOR_CODE',
      })

    expect(await sendCode(browser, showCode(secret))).toMatchObject({
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
    expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })
    const kinds = await listEventKinds(owner)
    expect(kinds.filter(kind => kind === 'second_factor_failed')).toHaveLength(5)
    expect(kinds[0]).toBe('second_factor_codes_guessed')
    expect((await shop.waitForMail(email, /Alguien conoce tu contraseña/)).text).toContain('cambiá')
  })

  test('a step that is older than ten minutes is over', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)
    await shop.db.update(secondSteps).set({ expiresAt: new Date(Date.now() - 1) })

    expect(await sendCode(browser, showCode(secret))).toMatchObject({
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
  })

  test.each<[string, (owner: ApiClient) => Promise<unknown>]>([
    ['the factor is removed', owner => owner.call(removeTotp, {})],
    [
      'the password is changed',
      owner =>
        owner.call(changePassword, {
          body: { currentPassword: PASSWORD, newPassword: 'Otra-Puerta-27' },
        }),
    ],
    ['other sessions are ended', owner => owner.call(closeOtherSessions, {})],
  ])('an open step cannot be completed after %s', async (_, change) => {
    const { owner, email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)

    await change(owner)

    expect(await sendCode(browser, showCode(secret))).toMatchObject({ ok: false, status: 400 })
    expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('a user who is suspended meanwhile gets no session', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)
    await shop.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.email, email))

    expect(await sendCode(browser, showCode(secret))).toMatchObject({
      code: 'ERROR_USER_SUSPENDED',
    })
  })

  test('a device that is remembered skips the step for 30 days, and only for this account', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const other = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)
    expect(await sendCode(browser, showCode(secret), true)).toMatchObject({ ok: true })

    expect(await browser.call(login, credentials(email))).toEqual(signedInAs(email))
    expect(await browser.call(login, credentials(other.email))).toMatchObject({
      body: { secondStep: {} },
    })
    await shop.db.execute(`update devices set trusted_until = now()`)
    expect(await browser.call(login, credentials(email))).toMatchObject({
      body: { secondStep: {} },
    })
  })

  test('ending other sessions also forgets on which devices the step is skipped', async () => {
    const { owner, email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)
    await sendCode(browser, showCode(secret), true)

    await owner.call(closeOtherSessions, {})

    expect(await browser.call(login, credentials(email))).toMatchObject({
      body: { secondStep: {} },
    })
  })

  test('a device cookie that somebody else knows does not skip the step', async () => {
    const { email, secret } = await createProtectedAccount(shop)
    const name = `device_${shop.config.port}`
    const stranger = await shop.creator()
    // The stranger leaves their cookie in a browser in which the owner then signs in.
    const shared = shop.visitor()
    shared.cookies.set(name, stranger.cookies.get(name)!)
    await sendCode(await takeFirstStep(shared, email), showCode(secret), true)

    expect(await stranger.call(login, credentials(email))).toMatchObject({
      body: { secondStep: {} },
    })
    expect(await shared.call(login, credentials(email))).toEqual(signedInAs(email))
  })

  test('a device is remembered by a new cookie, also if the owner used it before', async () => {
    const { owner, email, secret } = await createProtectedAccount(shop)
    const name = `device_${shop.config.port}`
    const copy = owner.cookies.get(name)!

    await sendCode(await takeFirstStep(owner, email), showCode(secret), true)

    const thief = shop.visitor()
    thief.cookies.set(name, copy)
    expect(await thief.call(login, credentials(email))).toMatchObject({ body: { secondStep: {} } })
    expect(await owner.call(login, credentials(email))).toEqual(signedInAs(email))
  })

  test('an admin cannot skip the step', async () => {
    const { owner, email, secret } = await createProtectedAccount(shop)
    const browser = await takeFirstStep(shop.visitor(), email)
    expect(await browser.call(getSecondStep, {})).toMatchObject({
      body: { canRememberDevice: true },
    })
    await sendCode(browser, showCode(secret), true)
    const { id } = expectOk(await owner.call(getUser, {}))
    await shop.db.insert(userRoles).values({ userId: id, role: 'admin' })

    await takeFirstStep(browser, email)
    expect(await browser.call(getSecondStep, {})).toMatchObject({
      body: { canRememberDevice: false },
    })
    await sendCode(browser, showCode(secret, 1), true)
    await takeFirstStep(browser, email)
  })
})
