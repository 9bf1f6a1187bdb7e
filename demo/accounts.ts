import { eq } from 'drizzle-orm'
import { login } from '#contract/accounts/sessions.ts'
import { daysAgo } from '#contract/core/time.ts'
import { updateProfile } from '#contract/profiles.ts'
import { getMercadoPagoAuthUrl } from '#contract/payment-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { profiles, users } from '#server/db/schema/index.ts'
import { setAdminRole } from '#server/features/admin/command-line/roles.ts'
import { hashPassword } from '#server/features/accounts/passwords/hashing.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import { createProfile } from '#server/features/profiles/service.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { DEMO_ADMIN, DEMO_PASSWORD, type DemoUser } from './users.ts'

const ACCOUNT_AGE_DAYS = 90

/** Inserts a verified account whose creation date lies in the past. @returns its id */
async function insertVerifiedAccount(db: Database, email: string): Promise<number> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const openedAt = daysAgo(ACCOUNT_AGE_DAYS)
  return runTransaction(db, async tx => {
    const id = await insertUser(tx, { email, passwordHash, languagePreference: 'SPA' })
    if (id === undefined) throw new Error(`${email} exists already`)
    await createProfile(tx, id)
    await tx
      .update(users)
      .set({ verifiedAt: openedAt, createdAt: openedAt })
      .where(eq(users.id, id))
    return id
  })
}

/**
 * Creates a demo account, signs the client `browser` in and fills in the profile.
 * @returns the id of the account
 */
export async function createDemoUser(
  db: Database,
  browser: ApiClient,
  user: DemoUser,
): Promise<number> {
  const { email, collectorId: _, ...profile } = user
  const id = await insertVerifiedAccount(db, email)
  expectOk(await browser.call(login, { body: { email, password: DEMO_PASSWORD } }))
  expectOk(await browser.call(updateProfile, { body: profile }))
  await db.update(profiles).set({ confirmedContactEmail: profiles.contactEmail })
  return id
}

/**
 * Links a MercadoPago account: gives consent on MercadoPago's page as the account `collectorId` and follows the
 * redirect back.
 */
export async function linkPaymentAccount(browser: ApiClient, collectorId: string): Promise<void> {
  const { authURL } = expectOk(await browser.call(getMercadoPagoAuthUrl, {}))
  const consent = await fetch(authURL, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'allow', user_id: collectorId }),
  })
  const { pathname, search } = new URL(consent.headers.get('location') ?? '')
  const callback = await browser.request(pathname + search)
  const redirectUrl = callback.headers.get('location') ?? ''
  if (!redirectUrl.endsWith('outcome=linked')) throw new Error(`not linked: ${redirectUrl}`)
}

/** Creates the admin account after all other data, so that its existence marks a complete demo. */
export async function createDemoAdmin(db: Database, browser: ApiClient): Promise<void> {
  await createDemoUser(db, browser, DEMO_ADMIN)
  await setAdminRole(db, DEMO_ADMIN.email, true)
}
