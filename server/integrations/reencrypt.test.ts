import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveReceiver } from '#contract/conversions.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getMercadoPagoAuthUrl } from '#contract/payment-accounts.ts'
import type { Config } from '#server/config.ts'
import { ENCRYPTED_COLUMNS } from '#server/db/encrypted-columns.ts'
import { jobs, linkAttempts, oauthStates, totpAuthenticators } from '#server/db/schema/index.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import {
  chooseGoogleAccount,
  followGoogleCallback,
  startGoogleSignIn,
} from '#tools/test-app/google-sign-in.ts'
import {
  createProtectedAccount,
  sendCode,
  showCode,
  takeFirstStep,
} from '#tools/test-app/second-factors.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { createEncryption } from './encryption.ts'
import { reencryptAndReport } from './reencrypt.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const BOTH_KEYS = [
  { id: 'new', key: newKey },
  { id: 'old', key: oldKey },
]
const setting = (id: string, key: Buffer) => `${id}:${key.toString('base64')}`

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ ENCRYPTION_KEYS: setting('old', oldKey) }, { google: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** Encrypts all texts anew as the command does, by default with both keys, and returns what it prints. */
async function reencrypt(keys = BOTH_KEYS) {
  const lines: string[] = []
  const isComplete = await reencryptAndReport(shop.db, createEncryption(keys), line =>
    lines.push(line),
  )
  return { isComplete, report: lines.join('\n') }
}

/** Starts a process that has only some of the keys. It runs the jobs, since those of the first app are stopped. */
async function restartWith(encryptionKeys: Config['encryptionKeys']) {
  const second = await shop.startSecondApp({ encryptionKeys })
  second.app.worker.start()
  return second
}

/** Lists the columns in which a text has the form of encrypted ones, by looking at all rows of all tables. */
async function findEncryptedColumns(): Promise<string[]> {
  const { rows: tables } = await shop.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const columns = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await shop.db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`,
    )
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (/\bold\.[\w-]{38,}/.test(JSON.stringify(value))) columns.add(`${name}.${column}`)
  }
  return [...columns].toSorted()
}

/**
 * Fills every encrypted column: a second factor, a payment account, a receiver of events, an email, and two unfinished
 * OAuth flows.
 */
async function fillColumns() {
  await shop.app.worker.stop()
  const { owner, email, secret } = await createProtectedAccount(shop)
  const seller = await shop.creator()
  expect(await shop.linkMercadoPago(seller)).toMatch(/linked/)
  const receiver = { kind: 'ga4', receiverId: 'G-ABC1234567', secret: 'secret' } as const
  expectOk(await seller.call(saveReceiver, { body: receiver }))
  const { id: productId } = await shop.publish(seller)
  const googleUser = shop.visitor()
  const googleUrl = await startGoogleSignIn(googleUser)
  const { authURL } = expectOk(await owner.call(getMercadoPagoAuthUrl, {}))
  return { owner, email, secret, seller, productId, googleUser, googleUrl, linkUrl: authURL }
}

/** Sends a callback URL to another process, with the cookies of the client that started the flow. */
function followCallback(to: ApiClient, from: ApiClient, callbackUrl: string): Promise<string> {
  for (const [name, value] of from.cookies) to.addCookie(name, value)
  const { pathname, search } = new URL(callbackUrl)
  return followGoogleCallback(to, pathname + search)
}

test('every column with encrypted texts is declared', async () => {
  await fillColumns()

  expect(await findEncryptedColumns()).toEqual(Object.keys(ENCRYPTED_COLUMNS).toSorted())
})

test('everything works with the new key alone once all texts are encrypted anew', async () => {
  const { owner, email, secret, seller, productId, googleUser, googleUrl, linkUrl } =
    await fillColumns()

  await reencrypt()

  expect(await findEncryptedColumns()).toEqual([])

  const restarted = await restartWith([{ id: 'new', key: newKey }])
  const device = await takeFirstStep(restarted.visitor(), email)
  expectOk(await sendCode(device, showCode(secret)))

  const order = { products: [{ id: productId }], payerEmail: 'buyer@mail.test' }
  expectOk(await restarted.visitor().call(createPreference, { body: order }))
  const { preferences } = await shop.provider.readLedger()
  await shop.provider.pay({ preferenceId: preferences.at(-1)!.id, outcome: 'approved' })
  await shop.waitForMail(order.payerEmail)
  await shop.waitForMail(seller.email)

  const googleCallback = await chooseGoogleAccount(googleUser, googleUrl, {
    email: 'ana@gmail.example',
  })
  expect(await followCallback(restarted.visitor(), googleUser, googleCallback)).not.toMatch(
    /failed|500/,
  )
  const consent = await fetch(linkUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'allow', user_id: 'new' }),
  })
  const linkCallback = consent.headers.get('location')!
  expect(await followCallback(restarted.visitor(), owner, linkCallback)).toMatch(/linked/)
  await restarted.close()
})

test('the report says how many texts of each column are encrypted with which key', async () => {
  await createProtectedAccount(shop)

  const withoutOldKey = await reencrypt([{ id: 'new', key: newKey }])
  const withBothKeys = await reencrypt()

  expect(withoutOldKey.report).toMatch(/^0 texts were encrypted with new\.$/m)
  expect(withoutOldKey.report).toMatch(/^totp_authenticators\.encrypted_secret {2}old: 1$/m)
  expect(withoutOldKey.report).toContain('Texts of other keys are left')
  expect(withoutOldKey.isComplete).toBe(false)
  expect(withBothKeys.report).toMatch(/^totp_authenticators\.encrypted_secret {2}new: 1$/m)
  expect(withBothKeys.report).not.toContain('old:')
  expect(withBothKeys.isComplete).toBe(true)
})

test('a text that a server replaces meanwhile is kept', async () => {
  await createProtectedAccount(shop)
  const { client, close } = await shop.database.connectAlone()
  await client.query('begin')
  await client.query("update totp_authenticators set encrypted_secret = 'new.replaced'")

  const run = reencrypt()
  await expect.poll(() => listWaitingQueries(shop.database)).toHaveLength(1)
  await client.query('commit')
  await run

  const [totp] = await shop.db.select().from(totpAuthenticators)
  expect(totp!.encryptedSecret).toBe('new.replaced')
  await close()
})

test('whoever can write to the database cannot have an email sent to another address', async () => {
  await fillColumns()
  await shop.db.update(jobs).set({ payload: sql`${jobs.payload} || '{"to": "thief@mail.test"}'` })

  shop.app.worker.start()

  await expect
    .poll(() => shop.db.$count(jobs, and(eq(jobs.kind, 'send_email'), isNull(jobs.lastError))))
    .toBe(0)
  expect(await shop.listMails('thief@mail.test')).toEqual([])
})

test.each([
  ['oauth_states.encrypted_secrets', oauthStates],
  ['link_attempts.code_verifier', linkAttempts],
])('a text of %s cannot be decrypted for another flow', async (column, table) => {
  await fillColumns()
  await shop.db.update(table).set({ stateHash: hashToken('another') })

  await reencrypt()

  expect(await findEncryptedColumns()).toEqual([column])
})
