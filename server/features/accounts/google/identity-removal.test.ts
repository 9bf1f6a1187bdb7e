import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser, updateUser } from '#contract/accounts/user.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { recoverPassword, resetPassword, setPasswordByToken } from '#contract/accounts/passwords.ts'
import { unlinkGoogle } from '#contract/accounts/google.ts'
import { verifyAccount } from '#contract/accounts/registration.ts'
import { identities, users } from '#server/db/schema/index.ts'
import { signInWithGoogle } from '#tools/test-app/google-sign-in.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { google: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const email = 'ana@gmail.example'
const thiefEmail = 'thief@gmail.example'
const NEW_PASSWORD = 'Otra-Clave-77'
const LINK = '/api/auth/link/google'
const linkedIdentities = () => shop.db.select().from(identities)

/** Sets a new password through the emailed link, which only the owner of the email address receives. */
async function recover(screen: 'reset' | 'set'): Promise<void> {
  expectOk(await shop.visitor().call(recoverPassword, { body: { email } }))
  const token = await shop.waitForLinkToken(email, screen)
  const endpoint = screen === 'reset' ? resetPassword : setPasswordByToken
  expectOk(
    await shop
      .visitor()
      .call(endpoint, { body: { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD } }),
  )
}

/** Returns the email of the client's signed-in user, or undefined without a session. */
async function signedInEmail(client: ApiClient): Promise<string | undefined> {
  const answer = await client.call(getUser, {})
  return answer.ok ? answer.body.email : undefined
}

/** Returns the Google subject of an email address, and deletes the account that its sign-in created. */
async function subjectOf(address: string): Promise<string> {
  await signInWithGoogle(shop.visitor(), { email: address })
  const [account] = await shop.db.select().from(identities).where(eq(identities.email, address))
  await shop.db.delete(users).where(eq(users.email, address))
  return account!.subject
}

describe('Google identity with an unverified address', () => {
  test.each(['verify', 'set'] as const)(
    'an impostor loses access to an account when the owner of its address opens the emailed link to /%s',
    async screen => {
      const subject = await subjectOf(thiefEmail)
      const thief = shop.visitor()
      expect(await signInWithGoogle(thief, { email, verified: false })).toBe('/notverified')
      // From here on, the same Google account has another email address.
      await shop.db.update(identities).set({ subject })
      expect(await signInWithGoogle(thief, { email: thiefEmail })).toBe('/notverified')
      expect(await signedInEmail(thief)).toBe(email)

      if (screen === 'set') await recover('set')
      else {
        const token = await shop.waitForLinkToken(email, 'verify')
        expectOk(await shop.visitor().call(verifyAccount, { params: { token } }))
      }

      expect(await linkedIdentities()).toEqual([])
      expect(await signedInEmail(thief)).toBeUndefined()
      const newBrowser = shop.visitor()
      await signInWithGoogle(newBrowser, { email: thiefEmail })
      expect(await signedInEmail(newBrowser)).toBe(thiefEmail)
    },
  )

  test('each sign-in updates whether Google has verified the address', async () => {
    await signInWithGoogle(shop.visitor(), { email })
    await signInWithGoogle(shop.visitor(), { email, verified: false })
    expect(await linkedIdentities()).toMatchObject([{ email, emailVerified: false }])
  })
})

describe('Google account linked from a stolen session', () => {
  test('linking Google from a stolen session warns the owner, and recovering the account unlinks it', async () => {
    const ana = await shop.creator(email)
    expect(await signInWithGoogle(ana, { email: thiefEmail }, LINK)).toBe(
      '/dashboard/security?google=linked',
    )
    const warning = await shop.waitForMail(email, /Se vinculó Google/)
    expect(warning.text).toContain(thiefEmail)
    expect(warning.text).toContain(`${shop.origin}/recover`)

    await recover('reset')

    expect(await linkedIdentities()).toEqual([])
    expect((await shop.waitForMail(email, /desvinculó Google/)).text).toContain(thiefEmail)
    const thief = shop.visitor()
    await signInWithGoogle(thief, { email: thiefEmail })
    expect(await signedInEmail(thief)).toBe(thiefEmail)
    await ana.call(login, { body: { email, password: NEW_PASSWORD } })
    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events.map(({ kind }) => kind)).toContain('google_unlinked')
  })
})

describe('notifying the owner about Google', () => {
  test('resetting the password removes a Google account with the same address that Google does not host', async () => {
    // A former holder of the address has such an account, and linked it from a stolen session.
    const ana = await shop.creator(email)
    await signInWithGoogle(ana, { email }, LINK)

    await recover('reset')

    expect(await linkedIdentities()).toEqual([])
    expect((await shop.waitForMail(email, /desvinculó Google/)).text).toContain(email)
  })

  test('resetting the password keeps a linked Google account with the same address', async () => {
    await shop.creator(email)
    await signInWithGoogle(shop.visitor(), { email, hd: 'gmail.example' })
    await recover('reset')
    expect(await linkedIdentities()).toMatchObject([{ email }])
  })

  test('the owner gets an email when a Google sign-in links their account by its address', async () => {
    await shop.creator(email)
    const ana = shop.visitor({ 'accept-language': 'en' })
    expect(await signInWithGoogle(ana, { email, hd: 'gmail.example' })).toBe('/dashboard')
    expect((await shop.waitForMail(email, /Se vinculó Google/)).text).toContain(email)
  })

  test('the owner gets an email in their language when their Google account is unlinked', async () => {
    const ana = await shop.creator(email)
    await signInWithGoogle(ana, { email }, LINK)
    await ana.call(updateUser, { body: { languagePreference: 'EN' } })
    expectOk(await ana.call(unlinkGoogle, {}))
    const warning = await shop.waitForMail(email, /Google was unlinked/)
    expect(warning.text).toContain(`${shop.origin}/recover`)
  })
})
