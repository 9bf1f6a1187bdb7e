import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser, updateUser } from '#contract/accounts/user.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { recoverPassword, resetPassword, setPasswordByToken } from '#contract/accounts/passwords.ts'
import { unlinkGoogle } from '#contract/accounts/google.ts'
import { verifyAccount } from '#contract/accounts/registration.ts'
import { identities, users } from '#server/db/schema/index.ts'
import { signInWithGoogle } from '#tools/test-app/google-account.ts'
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
const thiefs = 'thief@gmail.example'
const NEW = 'Otra-Clave-77'
const LINK = '/api/auth/link/google'
const links = () => shop.db.select().from(identities)

/** Chooses a password by a mailed link, as the owner of the address can. */
async function recover(screen: 'reset' | 'set'): Promise<void> {
  expectOk(await shop.visitor().call(recoverPassword, { body: { email } }))
  const token = await shop.tokenFor(email, screen)
  const endpoint = screen === 'reset' ? resetPassword : setPasswordByToken
  expectOk(
    await shop.visitor().call(endpoint, { body: { token, password: NEW, confirm_password: NEW } }),
  )
}

/** Who is signed in at a browser, by address. */
async function whoIs(person: ApiClient): Promise<string | undefined> {
  const answer = await person.call(getUser, {})
  return answer.ok ? answer.body.email : undefined
}

/** Signs in as somebody at Google and out of existence here. Resolves to who they are there. */
async function subjectOf(address: string): Promise<string> {
  await signInWithGoogle(shop.visitor(), { email: address })
  const [account] = await shop.db.select().from(identities).where(eq(identities.email, address))
  await shop.db.delete(users).where(eq(users.email, address))
  return account!.subject
}

describe('somebody who claimed an address at Google that was not theirs', () => {
  test.each(['verify', 'set'] as const)(
    'and then proved one of their own there is out when the owner follows a link to /%s',
    async screen => {
      const subject = await subjectOf(thiefs)
      const thief = shop.visitor()
      expect(await signInWithGoogle(thief, { email, verified: false })).toBe('/notverified')
      // At Google the same person has another address from here on.
      await shop.db.update(identities).set({ subject })
      expect(await signInWithGoogle(thief, { email: thiefs })).toBe('/notverified')
      expect(await whoIs(thief)).toBe(email)

      if (screen === 'set') await recover('set')
      else {
        const token = await shop.tokenFor(email, 'verify')
        expectOk(await shop.visitor().call(verifyAccount, { params: { token } }))
      }

      expect(await links()).toEqual([])
      expect(await whoIs(thief)).toBeUndefined()
      const again = shop.visitor()
      await signInWithGoogle(again, { email: thiefs })
      expect(await whoIs(again)).toBe(thiefs)
    },
  )

  test('is what Google says of them now, not what it said once', async () => {
    await signInWithGoogle(shop.visitor(), { email })
    await signInWithGoogle(shop.visitor(), { email, verified: false })
    expect(await links()).toMatchObject([{ email, emailVerified: false }])
  })
})

describe('a Google account that a thief linked from a stolen session', () => {
  test('is told to the owner, and out when they recover their account', async () => {
    const ana = await shop.creator(email)
    expect(await signInWithGoogle(ana, { email: thiefs }, LINK)).toBe(
      '/dashboard/security?google=linked',
    )
    const told = await shop.mailTo(email, /Vincularon Google/)
    expect(told.text).toContain(thiefs)
    expect(told.text).toContain(`${shop.origin}/recover`)

    await recover('reset')

    expect(await links()).toEqual([])
    expect((await shop.mailTo(email, /desvinculó Google/)).text).toContain(thiefs)
    const thief = shop.visitor()
    await signInWithGoogle(thief, { email: thiefs })
    expect(await whoIs(thief)).toBe(thiefs)
    await ana.call(login, { body: { email, password: NEW } })
    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events.map(({ kind }) => kind)).toContain('google_unlinked')
  })
})

describe('the owner of an account', () => {
  test('keeps the Google account of their own address when they choose another password', async () => {
    await shop.creator(email)
    await signInWithGoogle(shop.visitor(), { email })
    await recover('reset')
    expect(await links()).toMatchObject([{ email }])
  })

  test('is told when Google joins it by its address', async () => {
    await shop.creator(email)
    expect(await signInWithGoogle(shop.visitor({ 'accept-language': 'en' }), { email })).toBe(
      '/dashboard',
    )
    expect((await shop.mailTo(email, /Vincularon Google/)).text).toContain(email)
  })

  test('is told when Google is unlinked, in their language', async () => {
    const ana = await shop.creator(email)
    await signInWithGoogle(ana, { email }, LINK)
    await ana.call(updateUser, { body: { languagePreference: 'EN' } })
    expectOk(await ana.call(unlinkGoogle, {}))
    const told = await shop.mailTo(email, /Google was unlinked/)
    expect(told.text).toContain(`${shop.origin}/recover`)
  })
})
