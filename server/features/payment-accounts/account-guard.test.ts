import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recoverPassword, resetPassword, setPassword } from '#contract/accounts/passwords.ts'
import {
  closeOtherSessions,
  confirmIdentity,
  listSecurityEvents,
  login,
} from '#contract/accounts/sessions.ts'
import { getUser } from '#contract/accounts/user.ts'
import { suspendUser, unsuspendUser } from '#contract/admin/users.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createPreference } from '#contract/orders/orders.ts'
import {
  cancelPaymentAccountReplacement,
  confirmPaymentAccount,
  getMercadoPagoAuthUrl,
  getPaymentAccount,
  undoPaymentAccountReplacement,
  unlinkMercadoPago,
} from '#contract/payment-accounts.ts'
import { paymentAccounts } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { passReplacementTime } from '#tools/test-app/payment-accounts.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { outdateProofs } from '#tools/test-app/second-factors.ts'

const shop = useTestApp()

const NEW_ACCOUNT = '2147483645'
const readAccount = async (seller: ApiClient) => expectOk(await seller.call(getPaymentAccount, {}))
const readEvents = async (seller: ApiClient) =>
  expectOk(await seller.call(listSecurityEvents, {})).events.map(({ kind }) => kind)
const readNotifications = async (seller: ApiClient) =>
  expectOk(await seller.call(listNotifications, { query: {} })).notifications
/** Returns the id of the account that the next buyer of a product pays into. */
async function findPaidAccount(productId: number): Promise<string> {
  const { preferenceId } = await shop.order(
    shop.visitor(),
    [{ id: productId }],
    `${Math.random()}@mail.test`,
  )
  return preferenceId.split('-')[0]!
}
async function signIn(email: string, password = PASSWORD): Promise<ApiClient> {
  const client = shop.visitor()
  expectOk(await client.call(login, { body: { email, password } }))
  return client
}

describe('a recent proof of identity', () => {
  test.each([
    ['linking a payment account', getMercadoPagoAuthUrl],
    ['unlinking the payment account', unlinkMercadoPago],
    ['ending other sessions', closeOtherSessions],
  ])('%s needs a login or a confirmed password within 15 minutes', async (_, endpoint) => {
    const seller = await shop.seller()
    await outdateProofs(shop)
    expect(await seller.call(endpoint, {})).toMatchObject({
      status: 403,
      code: 'ERROR_REAUTHENTICATION_REQUIRED',
    })

    expect(await seller.call(confirmIdentity, { body: { password: 'Kiosko-0000' } })).toMatchObject(
      { code: 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD' },
    )
    expect(await seller.call(endpoint, {})).toMatchObject({ status: 403 })

    expectOk(await seller.call(confirmIdentity, { body: { password: PASSWORD } }))
    expectOk(await seller.call(endpoint, {}))
  })

  test('a first password needs one too, and the refused call does not use up its captcha', async () => {
    const seller = await shop.seller()
    await outdateProofs(shop)
    const captcha = await seller.solveCaptcha('set_password_form')
    const call = () => seller.call(setPassword, { body: { password: PASSWORD }, captcha })
    expect(await call()).toMatchObject({ code: 'ERROR_REAUTHENTICATION_REQUIRED' })

    expectOk(await seller.call(confirmIdentity, { body: { password: PASSWORD } }))

    expect(await call()).toMatchObject({ status: 409 })
  })

  test('confirming the password confirms only the session that asks', async () => {
    const seller = await shop.seller()
    const thief = shop.visitor()
    for (const [name, value] of seller.cookies) thief.cookies.set(name, value)
    const other = await signIn(seller.email)
    await outdateProofs(shop)

    expectOk(await other.call(confirmIdentity, { body: { password: PASSWORD } }))

    expect(await thief.call(getMercadoPagoAuthUrl, {})).toMatchObject({ status: 403 })
  })
})

describe('a replacement of the payment account', () => {
  test('a replacement of the payment account takes effect after 24 hours, is emailed with both accounts, and is logged', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const { collectorId } = await readAccount(seller)

    expect(await shop.linkMercadoPago(seller, NEW_ACCOUNT)).toContain('outcome=waiting')

    const { replacement, ...current } = await readAccount(seller)
    expect(current).toMatchObject({ state: 'linked', canSell: true, collectorId })
    expect(replacement!.collectorId).toBe(NEW_ACCOUNT)
    const hoursLeft = (Date.parse(replacement!.activatesAt) - Date.now()) / HOUR_MS
    expect(hoursLeft).toBeGreaterThan(23.9)
    expect(hoursLeft).toBeLessThanOrEqual(24)
    expect(await findPaidAccount(id)).toBe(collectorId)
    const mail = await shop.waitForMail(seller.email, /va a cambiar/)
    expect(mail.text).toContain(NEW_ACCOUNT)
    expect(mail.text).toContain(collectorId)
    expect(await readEvents(seller)).toContain('payment_account_replaced')
    expect(await readNotifications(seller)).toContainEqual(
      expect.objectContaining({
        kind: 'account_replacement',
        collectorId: NEW_ACCOUNT,
        previousCollectorId: collectorId,
      }),
    )

    await passReplacementTime(shop)

    expect(await readAccount(seller)).toMatchObject({
      state: 'linked',
      collectorId: NEW_ACCOUNT,
      replacement: null,
    })
    expect(await findPaidAccount(id)).toBe(NEW_ACCOUNT)
    expect(await readEvents(seller)).toContain('payment_account_activated')
    expect(await readNotifications(seller)).toContainEqual(
      expect.objectContaining({
        kind: 'account_linked',
        collectorId: NEW_ACCOUNT,
        previousCollectorId: collectorId,
      }),
    )
  })

  test('a replacement of the payment account is undone once by the link in the email, without a session', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const { collectorId } = await readAccount(seller)
    await shop.linkMercadoPago(seller, NEW_ACCOUNT)
    const token = await shop.waitForLinkToken(seller.email, 'undo-account-change')
    const undo = () => shop.visitor().call(undoPaymentAccountReplacement, { params: { token } })

    expectOk(await undo())
    await passReplacementTime(shop)

    expect(await undo()).toMatchObject({ code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' })
    expect(await readAccount(seller)).toMatchObject({ collectorId, replacement: null })
    expect(await findPaidAccount(id)).toBe(collectorId)
    expect(await readEvents(seller)).toContain('payment_account_change_undone')
  })

  test('a replacement of the payment account can be cancelled by the seller on the site', async () => {
    const seller = await shop.seller()
    const { collectorId } = await readAccount(seller)
    await shop.linkMercadoPago(seller, NEW_ACCOUNT)

    expectOk(await seller.call(cancelPaymentAccountReplacement, {}))
    await passReplacementTime(shop)

    expect(await readAccount(seller)).toMatchObject({ collectorId, replacement: null })
  })

  test('a replacement of the payment account waits too, with sales closed, if a seller who was paid before unlinks first', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const { preferenceId, token } = await shop.order(shop.visitor(), [{ id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')
    expectOk(await seller.call(unlinkMercadoPago, {}))

    expect(await shop.linkMercadoPago(seller, NEW_ACCOUNT)).toContain('outcome=waiting')

    expect(await readAccount(seller)).toMatchObject({ state: 'unlinked', canSell: false })
    const body = { products: [{ id }], payerEmail: 'late@mail.test' }
    expect(await shop.visitor().call(createPreference, { body })).toMatchObject({ status: 400 })
    await passReplacementTime(shop)
    expect(await findPaidAccount(id)).toBe(NEW_ACCOUNT)
  })

  test('a replacement of the payment account does not wait for a seller who was never paid and has no linked account', async () => {
    const seller = await shop.seller()
    expectOk(await seller.call(unlinkMercadoPago, {}))

    expect(await shop.linkMercadoPago(seller, NEW_ACCOUNT)).toContain('outcome=linked')

    expect(await readAccount(seller)).toMatchObject({ canSell: true, collectorId: NEW_ACCOUNT })
  })

  test('a replacement of the payment account cannot be undone any more while it takes effect', async () => {
    const seller = await shop.seller()
    await shop.linkMercadoPago(seller, NEW_ACCOUNT)
    const token = await shop.waitForLinkToken(seller.email, 'undo-account-change')
    const waitForBlocked = (statements: number) =>
      expect.poll(() => listWaitingQueries(shop.database)).toHaveLength(statements)
    const gate = await shop.database.connectAlone()

    // The activation has changed the account and is about to notify the seller when the undo begins.
    await gate.client.query('begin')
    await gate.client.query('lock table notifications in share mode')
    const activation = passReplacementTime(shop)
    await waitForBlocked(1)
    const undo = shop.visitor().call(undoPaymentAccountReplacement, { params: { token } })
    await waitForBlocked(2)
    await gate.client.query('commit')
    await gate.close()

    expect(await undo).toMatchObject({ code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' })
    await activation
    expect(await readAccount(seller)).toMatchObject({ collectorId: NEW_ACCOUNT, replacement: null })
    expect(await readEvents(seller)).not.toContain('payment_account_change_undone')
  })

  test('a replacement of the payment account takes effect when a suspension ends during which its time passed', async () => {
    const seller = await shop.seller()
    await shop.linkMercadoPago(seller, NEW_ACCOUNT)
    const params = { id: expectOk(await seller.call(getUser, {})).id }
    const admin = await createAdmin(shop, 'admin@kiosko.test')
    expectOk(await admin.call(suspendUser, { params, body: { reason: 'Fraude' } }))
    await passReplacementTime(shop)

    expectOk(await admin.call(unsuspendUser, { params, body: {} }))
    await shop.waitForJobs()

    const owner = await signIn(seller.email)
    expect(await readAccount(owner)).toMatchObject({ collectorId: NEW_ACCOUNT, replacement: null })
  })

  test('a replacement of the payment account ends without effect if another user links the new account first', async () => {
    const seller = await shop.seller()
    const { collectorId } = await readAccount(seller)
    await shop.linkMercadoPago(seller, NEW_ACCOUNT)
    const other = await shop.creator()
    expect(await shop.linkMercadoPago(other, NEW_ACCOUNT)).toContain('outcome=linked')

    await passReplacementTime(shop)

    expect(await readAccount(seller)).toMatchObject({ collectorId, canSell: true })
    expect(await readAccount(other)).toMatchObject({ collectorId: NEW_ACCOUNT, canSell: true })
  })
})

describe('a recovery by email', () => {
  async function recover(seller: ApiClient & { email: string }): Promise<void> {
    await shop.visitor().call(recoverPassword, { body: { email: seller.email } })
    const token = await shop.waitForLinkToken(seller.email, 'reset')
    const password = 'Otra-Clave-99'
    expectOk(
      await shop.visitor().call(resetPassword, {
        body: { token, password, confirm_password: password },
      }),
    )
  }

  test('a recovery by email stops sales until the owner confirms the payment account', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const { collectorId } = await readAccount(seller)

    await recover(seller)

    const body = { products: [{ id }], payerEmail: 'late@mail.test' }
    expect(await shop.visitor().call(createPreference, { body })).toMatchObject({ status: 400 })
    const owner = await signIn(seller.email, 'Otra-Clave-99')
    expect(await readAccount(owner)).toMatchObject({
      state: 'unconfirmed',
      canSell: false,
      mustAct: 'seller',
      collectorId,
    })
    expect(
      (await shop.waitForMail(seller.email, /^Confirmá tu cuenta de MercadoPago/)).text,
    ).toContain('confirmá')

    expectOk(await owner.call(confirmPaymentAccount, {}))

    expect(await findPaidAccount(id)).toBe(collectorId)
  })

  test('a recovery by email cancels a replacement that a stranger began', async () => {
    const seller = await shop.seller()
    const { collectorId } = await readAccount(seller)
    await shop.linkMercadoPago(seller, NEW_ACCOUNT)

    await recover(seller)
    await passReplacementTime(shop)

    const owner = await signIn(seller.email, 'Otra-Clave-99')
    expect(await readAccount(owner)).toMatchObject({ collectorId, replacement: null })
    expect(await readEvents(owner)).toEqual(
      expect.arrayContaining(['payment_account_change_undone', 'payment_account_unconfirmed']),
    )
  })

  test('a recovery by email lets the owner link the right account at once if a stranger’s was linked', async () => {
    const seller = await shop.seller()
    await recover(seller)
    const owner = await signIn(seller.email, 'Otra-Clave-99')

    expect(await shop.linkMercadoPago(owner, NEW_ACCOUNT)).toContain('outcome=linked')

    expect(await readAccount(owner)).toMatchObject({ canSell: true, collectorId: NEW_ACCOUNT })
    const states = await shop.db.select({ state: paymentAccounts.state }).from(paymentAccounts)
    expect(states.map(({ state }) => state).toSorted()).toEqual(['linked', 'unlinked'])
  })
})

test('tokens that somebody copied to another seller in the database open no payment page', async () => {
  const [seller, thief] = [await shop.seller(), await shop.seller()]
  const product = await shop.publish(seller)
  const { collectorId } = await readAccount(thief)
  const before = (await shop.provider.readLedger()).preferences.length
  await shop.db.execute(sql`
    update payment_accounts set access_token = copied.access_token, refresh_token = copied.refresh_token
    from payment_accounts copied where copied.collector_id = ${collectorId}`)

  const answer = await shop.visitor().call(createPreference, {
    body: { products: [{ id: product.id }], payerEmail: 'buyer@mail.test' },
  })

  expect(answer).toMatchObject({ ok: false, status: 500 })
  expect((await shop.provider.readLedger()).preferences).toHaveLength(before)
})
