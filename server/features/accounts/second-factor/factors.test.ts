import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  addTotp,
  listSecondFactors,
  removeTotp,
  renewRecoveryCodes,
  startTotpSetup,
} from '#contract/accounts/second-factors.ts'
import { completeStepWithRecoveryCode } from '#contract/accounts/second-step.ts'
import { confirmIdentity, login } from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import {
  recoveryCodes as recoveryCodeRows,
  totpAuthenticators,
  users,
} from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  addAuthenticatorApp,
  createProtectedAccount,
  listEventKinds,
  outdateProofs,
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

describe('an authenticator app', () => {
  test('an authenticator app is announced, ends other sessions, and its secret is stored encrypted for its user only', async () => {
    const owner = await shop.creator()
    const elsewhere = shop.visitor()
    await elsewhere.call(login, credentials(owner.email))

    const { secret, recoveryCodes } = await addAuthenticatorApp(owner)

    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await owner.call(listSecondFactors, {})).toMatchObject({
      body: { totpSince: expect.any(String), recoveryCodesLeft: 10, passkeys: [] },
    })
    expect(await elsewhere.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await listEventKinds(owner)).toContain('totp_added')
    await shop.waitForMail(owner.email, /Agregaste una app de autenticación/)
    expect(await shop.dumpDatabase()).not.toContain(secret)

    // Moved to another user's row, the secret is of no use.
    const thief = await createProtectedAccount(shop)
    const [row] = await shop.db
      .select()
      .from(totpAuthenticators)
      .innerJoin(users, eq(users.id, totpAuthenticators.userId))
      .where(eq(users.email, owner.email))
    const [thiefRow] = await shop.db.select().from(users).where(eq(users.email, thief.email))
    await shop.db
      .update(totpAuthenticators)
      .set({ encryptedSecret: row!.totp_authenticators.encryptedSecret })
      .where(eq(totpAuthenticators.userId, thiefRow!.id))
    const browser = await takeFirstStep(shop.visitor(), thief.email)
    expect(await sendCode(browser, showCode(secret))).toMatchObject({ status: 500 })
  })

  test('an authenticator app is not added without a right code, in another session, twice or without a recent proof', async () => {
    const owner = await shop.creator()
    const { setup, secret } = expectOk(await owner.call(startTotpSetup, {}))
    const add = (client: ApiClient, code: string) => client.call(addTotp, { body: { setup, code } })
    const otherSession = shop.visitor()
    await otherSession.call(login, credentials(owner.email))

    expect(await add(owner, showCode(secret, 9))).toMatchObject({
      code: 'ERROR_SECOND_FACTOR_CODE',
    })
    expect(await add(otherSession, showCode(secret))).toMatchObject({
      code: 'ERROR_SECOND_STEP_EXPIRED',
    })
    expect(await owner.call(listSecondFactors, {})).toMatchObject({ body: { totpSince: null } })

    const answers = await Promise.all([add(owner, showCode(secret)), add(owner, showCode(secret))])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    expect(await owner.call(startTotpSetup, {})).toMatchObject({
      code: 'ERROR_SECOND_FACTOR_EXISTS',
    })

    await outdateProofs(shop)
    for (const endpoint of [startTotpSetup, removeTotp, renewRecoveryCodes])
      expect(await owner.call(endpoint, {})).toMatchObject({
        status: 403,
        code: 'ERROR_REAUTHENTICATION_REQUIRED',
      })
    expect(
      await owner.call(confirmIdentity, { body: { code: showCode(secret, 1) } }),
    ).toMatchObject({
      status: 204,
    })
    expect(await owner.call(removeTotp, {})).toMatchObject({ status: 204 })
  })

  test.each<[proof: string, toWrongProof: (secret: string) => object]>([
    ['a code of the app', secret => ({ code: showCode(secret, 50) })],
    ['a recovery code', () => ({ recoveryCode: '00000-00000' })],
  ])('%s that is wrong proves no identity, and is logged', async (_proof, toWrongProof) => {
    const { owner, secret } = await createProtectedAccount(shop)
    await outdateProofs(shop)

    expect(await owner.call(confirmIdentity, { body: toWrongProof(secret) })).toMatchObject({
      code: 'ERROR_SECOND_FACTOR_CODE',
    })

    expect((await listEventKinds(owner))[0]).toBe('identity_proof_failed')
    expect(await owner.call(removeTotp, {})).toMatchObject({
      code: 'ERROR_REAUTHENTICATION_REQUIRED',
    })
  })

  test('the removal of an authenticator app is announced, and the password is enough again', async () => {
    const { owner, email } = await createProtectedAccount(shop)

    expect(await owner.call(removeTotp, {})).toMatchObject({ status: 204 })

    expect(await shop.visitor().call(login, credentials(email))).toEqual(signedInAs(email))
    expect(await owner.call(listSecondFactors, {})).toMatchObject({
      body: { totpSince: null, recoveryCodesLeft: 0 },
    })
    expect(await listEventKinds(owner)).toEqual(
      expect.arrayContaining(['totp_removed', 'second_factor_off']),
    )
    await shop.waitForMail(email, /quedó sin verificación en dos pasos/)
  })
})

describe('a recovery code', () => {
  test('a recovery code completes the step once, of two at the same time only one, and the rest is counted', async () => {
    const { owner, email, recoveryCodes } = await createProtectedAccount(shop)
    const tabs = [shop.visitor(), shop.visitor()]
    for (const tab of tabs) await takeFirstStep(tab, email)
    const body = { recoveryCode: recoveryCodes[0]!.toLowerCase().replace('-', ' ') }

    const answers = await Promise.all(
      tabs.map(tab => tab.call(completeStepWithRecoveryCode, { body })),
    )

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await owner.call(listSecondFactors, {})).toMatchObject({
      body: { recoveryCodesLeft: 9 },
    })
    await shop.waitForMail(email, /Usaste un código de recuperación/)
  })

  test('a recovery code is one of ten that are hashed without delaying the logins of others', async () => {
    const { owner } = await createProtectedAccount(shop)
    const others = await Promise.all(Array.from({ length: 20 }, () => shop.creator()))

    const renewals = Array.from({ length: 20 }, () => owner.call(renewRecoveryCodes, {}))
    const logins = others.map(({ email }) => shop.visitor().call(login, credentials(email)))

    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(others.map(() => 200))
    await Promise.all(renewals)
  })

  test('a recovery code of a former set is refused, and codes are stored as hashes', async () => {
    const { owner, email, recoveryCodes } = await createProtectedAccount(shop)
    const renewed = expectOk(await owner.call(renewRecoveryCodes, {})).recoveryCodes
    const browser = await takeFirstStep(shop.visitor(), email)
    const send = (recoveryCode: string) =>
      browser.call(completeStepWithRecoveryCode, { body: { recoveryCode } })

    expect(await send(recoveryCodes[0]!)).toMatchObject({ code: 'ERROR_SECOND_FACTOR_CODE' })
    expect(await send(renewed[0]!)).toMatchObject({ ok: true })

    const rows = await shop.db.select().from(recoveryCodeRows)
    expect(rows).toHaveLength(10)
    const stored = JSON.stringify(rows)
    for (const code of renewed) expect(stored).not.toContain(code.replace('-', ''))
  })
})
