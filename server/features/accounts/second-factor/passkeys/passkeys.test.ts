import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  confirmWithPasskey,
  signInWithPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '#contract/accounts/passkeys.ts'
import {
  addPasskey,
  listSecondFactors,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
  startTotpSetup,
} from '#contract/accounts/second-factors.ts'
import { completeStepWithPasskey, startPasskeyStep } from '#contract/accounts/second-step.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import { passkeyChallenges, users } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  addSoftwarePasskey,
  listEventKinds,
  outdateProofs,
  takeFirstStep,
} from '#tools/test-app/second-factors.ts'
import { SoftwareAuthenticator } from '#tools/test-app/software-authenticator.ts'

const shop = useTestApp()

const REFUSED = { status: 400, code: 'ERROR_PASSKEY_REFUSED' }

async function accountWithPasskey() {
  const owner = await shop.creator()
  return { owner, email: owner.email, ...(await addSoftwarePasskey(owner)) }
}

type Behavior = Parameters<SoftwareAuthenticator['get']>[1]

/** Signs in with a passkey alone in one browser. */
async function signIn(
  browser: ApiClient,
  authenticator: SoftwareAuthenticator,
  behavior?: Behavior,
) {
  const options = expectOk(await browser.call(startPasskeySignIn, {}))
  return browser.call(signInWithPasskey, {
    body: { passkey: authenticator.get(options, behavior) },
  })
}

describe('a sign-in with a passkey alone', () => {
  test('a sign-in with a passkey alone starts a session, without password and second step', async () => {
    const { email, authenticator } = await accountWithPasskey()
    const browser = shop.visitor()

    expect(await signIn(browser, authenticator)).toMatchObject({ ok: true, body: { email } })

    expect(await browser.call(getUser, {})).toMatchObject({
      body: { email, secondFactor: { isActive: true, methods: ['passkey'] } },
    })
    expect(await browser.call(listSecondFactors, {})).toMatchObject({
      body: { passkeys: [{ name: 'Laptop', lastUsedAt: expect.any(String) }] },
    })
  })

  test.each<[string, Behavior]>([
    ['has not verified its user', { verifiesUser: false }],
    ['was made for another origin', { origin: 'https://evil.test' }],
    ['has a counter that does not grow, as a copy would', { counter: 1 }],
  ])('a sign-in with a passkey alone is refused if the passkey %s', async (_, behavior) => {
    const { authenticator } = await accountWithPasskey()
    const browser = shop.visitor()

    expect(await signIn(browser, authenticator, behavior)).toMatchObject(REFUSED)

    expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await signIn(browser, authenticator)).toMatchObject({ ok: true })
  })

  test('a sign-in with a passkey alone is refused with the challenge of another browser, with a used one and with an old one', async () => {
    const { authenticator } = await accountWithPasskey()
    const browser = shop.visitor()
    const options = expectOk(await browser.call(startPasskeySignIn, {}))
    const send = (client: ApiClient) =>
      client.call(signInWithPasskey, { body: { passkey: authenticator.get(options) } })

    const stranger = shop.visitor()
    await stranger.call(startPasskeySignIn, {})
    expect(await send(stranger)).toMatchObject(REFUSED)
    expect(await send(shop.visitor())).toMatchObject(REFUSED)

    expect(await send(browser)).toMatchObject({ ok: true })
    const again = expectOk(await browser.call(startPasskeySignIn, {}))
    const passkey = authenticator.get(again)
    expect(await browser.call(signInWithPasskey, { body: { passkey } })).toMatchObject({ ok: true })
    expect(await browser.call(signInWithPasskey, { body: { passkey } })).toMatchObject(REFUSED)

    const late = expectOk(await browser.call(startPasskeySignIn, {}))
    await shop.db.update(passkeyChallenges).set({ expiresAt: new Date(Date.now() - 1) })
    expect(
      await browser.call(signInWithPasskey, { body: { passkey: authenticator.get(late) } }),
    ).toMatchObject(REFUSED)
  })

  test('a sign-in with a passkey alone succeeds for only one of two that send one answer at the same time', async () => {
    const { authenticator } = await accountWithPasskey()
    const browser = shop.visitor()
    const options = expectOk(await browser.call(startPasskeySignIn, {}))
    const passkey = authenticator.get(options)

    const answers = await Promise.all(
      [1, 2].map(() => browser.call(signInWithPasskey, { body: { passkey } })),
    )

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('two tabs of one browser can both sign in', async () => {
    const { authenticator } = await accountWithPasskey()
    const browser = shop.visitor()
    const first = expectOk(await browser.call(startPasskeySignIn, {}))
    const second = expectOk(await browser.call(startPasskeySignIn, {}))

    for (const options of [second, first]) {
      const passkey = authenticator.get(options)
      const headers = new Map(browser.cookies)
      expect(await browser.call(signInWithPasskey, { body: { passkey } })).toMatchObject({
        ok: true,
      })
      browser.cookies.set(
        `passkey_${shop.config.port}`,
        headers.get(`passkey_${shop.config.port}`)!,
      )
    }
  })

  test('a sign-in with a passkey alone is refused for a removed passkey, a suspended user and an unknown passkey', async () => {
    const { owner, email, authenticator } = await accountWithPasskey()
    await shop.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.email, email))
    expect(await signIn(shop.visitor(), authenticator)).toMatchObject({
      code: 'ERROR_USER_SUSPENDED',
    })
    await shop.db.update(users).set({ suspendedAt: null })

    const browser = shop.visitor()
    const options = expectOk(await browser.call(startPasskeySignIn, {}))
    const { passkeys } = expectOk(await owner.call(listSecondFactors, {}))
    await owner.call(removePasskey, { params: { id: passkeys[0]!.id } })
    expect(
      await browser.call(signInWithPasskey, { body: { passkey: authenticator.get(options) } }),
    ).toMatchObject(REFUSED)
    expect(await signIn(shop.visitor(), new SoftwareAuthenticator(shop.origin))).toMatchObject(
      REFUSED,
    )
  })
})

describe('a passkey as the second step', () => {
  test('a passkey as the second step completes the sign-in after the password, also if it cannot verify its user', async () => {
    const { email, authenticator } = await accountWithPasskey()
    const browser = await takeFirstStep(shop.visitor(), email)
    const options = expectOk(await browser.call(startPasskeyStep, {}))
    expect(options.allowCredentials).toHaveLength(1)

    const passkey = authenticator.get(options, { verifiesUser: false })

    expect(await browser.call(completeStepWithPasskey, { body: { passkey } })).toMatchObject({
      ok: true,
      body: { email },
    })
    expect(await browser.call(getUser, {})).toMatchObject({ body: { email } })
  })

  test('a passkey as the second step is refused if it belongs to another account or answers another challenge', async () => {
    const { owner, email, authenticator } = await accountWithPasskey()
    const stranger = await accountWithPasskey()
    const browser = await takeFirstStep(shop.visitor(), email)
    const complete = (passkey: ReturnType<SoftwareAuthenticator['get']>) =>
      browser.call(completeStepWithPasskey, { body: { passkey } })
    const step = expectOk(await browser.call(startPasskeyStep, {}))
    const signInOptions = expectOk(await browser.call(startPasskeySignIn, {}))

    expect(await complete(stranger.authenticator.get(step))).toMatchObject(REFUSED)
    expect(await complete(authenticator.get(signInOptions))).toMatchObject(REFUSED)

    expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })
    const { events } = expectOk(await owner.call(listSecurityEvents, {}))
    expect(events.filter(({ kind }) => kind === 'second_factor_failed')).toHaveLength(2)
    expect(await complete(authenticator.get(step))).toMatchObject({ ok: true })
  })
})

describe('managing passkeys', () => {
  test('a passkey is announced, renamed and removed by its owner only', async () => {
    const { owner, email, recoveryCodes } = await accountWithPasskey()
    const stranger = await shop.creator()
    expect(recoveryCodes).toHaveLength(10)
    await shop.waitForMail(email, /Agregaste una passkey/)
    const { passkeys } = expectOk(await owner.call(listSecondFactors, {}))
    const params = { id: passkeys[0]!.id }

    for (const answer of [
      await stranger.call(renamePasskey, { params, body: { name: 'Mía' } }),
      await stranger.call(removePasskey, { params }),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'UNKNOWN_ERROR' })
    await owner.call(renamePasskey, { params, body: { name: 'Trabajo' } })
    expect(await owner.call(listSecondFactors, {})).toMatchObject({
      body: { passkeys: [{ name: 'Trabajo' }] },
    })

    expect(await owner.call(removePasskey, { params })).toMatchObject({ status: 204 })
    await shop.waitForMail(email, /quedó sin verificación en dos pasos/)
    const signedIn = await shop.visitor().call(login, { body: { email, password: PASSWORD } })
    expect(signedIn).toEqual({ ok: true, status: 200, body: { id: expect.any(Number), email } })
  })

  test('a second passkey of the account brings no new recovery codes, and the same one is refused', async () => {
    const { owner, authenticator } = await accountWithPasskey()

    expect((await addSoftwarePasskey(owner, 'Teléfono')).recoveryCodes).toEqual([])

    const options = expectOk(await owner.call(startPasskeyRegistration, {}))
    expect(options.excludeCredentials).toHaveLength(2)
    const passkey = authenticator.create(options)
    expect(await owner.call(addPasskey, { body: { name: 'Copia', passkey } })).toMatchObject({
      status: 409,
      code: 'ERROR_SECOND_FACTOR_EXISTS',
    })
  })

  test('a new passkey must answer a challenge of the same session, once', async () => {
    const owner = await shop.creator()
    const elsewhere = shop.visitor()
    await elsewhere.call(login, { body: { email: owner.email, password: PASSWORD } })
    const options = expectOk(await owner.call(startPasskeyRegistration, {}))
    const add = (client: ApiClient) =>
      client.call(addPasskey, {
        body: {
          name: 'Laptop',
          passkey: new SoftwareAuthenticator(shop.origin).create(options),
        },
      })

    expect(await add(elsewhere)).toMatchObject(REFUSED)
    expect(await add(owner)).toMatchObject({ ok: true })
    expect(await add(owner)).toMatchObject(REFUSED)
  })

  test('a passkey proves the identity of its owner before a sensitive change', async () => {
    const { owner, authenticator } = await accountWithPasskey()
    await outdateProofs(shop)
    expect(await owner.call(startTotpSetup, {})).toMatchObject({
      code: 'ERROR_REAUTHENTICATION_REQUIRED',
    })

    const options = expectOk(await owner.call(startPasskeyConfirmation, {}))
    const passkey = authenticator.get(options)
    expect(await owner.call(confirmWithPasskey, { body: { passkey } })).toMatchObject({
      status: 204,
    })
    expect(await owner.call(confirmWithPasskey, { body: { passkey } })).toMatchObject(REFUSED)
    expect((await listEventKinds(owner))[0]).toBe('identity_proof_failed')

    expect(await owner.call(startTotpSetup, {})).toMatchObject({ ok: true })
  })
})
