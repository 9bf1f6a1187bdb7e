import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getPaymentAccount, unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { listNotifications } from '#contract/notifications.ts'
import { paymentAccounts } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
let productId: number
let collectorId: string
beforeEach(async () => {
  seller = await shop.seller()
  productId = (await shop.publish(seller)).id
  collectorId = (await account()).collectorId!
})

const account = async () => expectOk(await seller.call(getPaymentAccount, {}))
const buy = () =>
  shop.visitor().call(createPreference, {
    body: { products: [{ id: productId }], payerEmail: `${Math.random()}@mail.test` },
  })
const storedAccount = async () => (await shop.db.select().from(paymentAccounts))[0]!
const setExpiry = (days: number) =>
  shop.db.update(paymentAccounts).set({ tokenExpiresAt: sql`now() + ${days} * interval '1 day'` })
const requestsTo = async (path: string) =>
  (await shop.provider.listRequests()).requests.filter(request => request.path.startsWith(path))

/** Withdraws the authorization at the provider. Its webhook event is refused, so nobody knows. */
async function withdrawSilently(): Promise<void> {
  await shop.provider.setWebhookSettings({ badSignature: true })
  await shop.provider.revokePermission(collectorId)
}

describe('a webhook event about a withdrawn authorization', () => {
  test('a webhook event about a withdrawn authorization is not believed while the provider still accepts the seller’s tokens', async () => {
    const before = (await requestsTo('/users/me')).length
    await shop.provider.sendWebhook({
      topic: 'mp-connect',
      action: 'application.deauthorized',
      userId: collectorId,
    })

    await expect.poll(async () => (await requestsTo('/users/me')).length).toBe(before + 1)
    await shop.waitForJobs()
    expect(await account()).toMatchObject({ state: 'linked' })
    expect(await buy()).toMatchObject({ ok: true })
  })
})

describe('a token refresh', () => {
  test('a token refresh whose answer is lost does not disconnect a seller whose access token still works', async () => {
    await setExpiry(5)
    await shop.provider.addFault({ path: '/oauth/token', malformed: true, times: 1 })

    expect(await buy()).toMatchObject({ ok: true })
    expect(await buy()).toMatchObject({ ok: true })
    expect(await buy()).toMatchObject({ ok: true })

    expect(await account()).toMatchObject({ state: 'linked' })
    // The seller is told once, weeks before sales would stop.
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications.map(({ kind }) => kind)).toEqual(['account_expiring'])
    await shop.waitForMail(seller.email, /^Conectá MercadoPago de nuevo/)
  })

  test('a token refresh stores its tokens although the database fails at first', async () => {
    await setExpiry(5)
    await shop.database.pool.query(`
      create sequence save_attempts;
      create function fail_twice() returns trigger language plpgsql as $$
      begin
        if nextval('save_attempts') <= 2 then raise exception 'disk full'; end if;
        return new;
      end $$;
      create trigger fail_twice before update of access_token on payment_accounts
        for each row execute function fail_twice()`)

    expect(await buy()).toMatchObject({ ok: true })

    await shop.database.pool.query(
      'drop trigger fail_twice on payment_accounts; drop function fail_twice; drop sequence save_attempts',
    )
    expect((await storedAccount()).tokenExpiresAt.getTime() - Date.now()).toBeGreaterThan(
      100 * DAY_MS,
    )
    expect(await account()).toMatchObject({ state: 'linked' })
  })

  test('a token refresh of the old tokens that fails does not disconnect an account that was linked again meanwhile', async () => {
    await withdrawSilently()
    const before = (await requestsTo('/oauth/token')).length
    await shop.provider.addFault({ path: '/users/me', latencyMs: 2000, times: 1 })
    const sale = buy()
    // The provider has refused the refresh, and the second check of the old access token is under way. The daily
    // reconciliation may have tried to refresh the tokens too.
    await expect.poll(async () => (await requestsTo('/oauth/token')).length).toBeGreaterThan(before)

    await shop.linkMercadoPago(seller, collectorId)
    await sale

    expect(await account()).toMatchObject({ state: 'linked' })
    expect(await buy()).toMatchObject({ ok: true })
  })

  test('a token refresh that is refused gives the same answer to a buyer who waited for it', async () => {
    await withdrawSilently()
    const before = (await requestsTo('/oauth/token')).length
    for (const path of ['/oauth/token', '/users/me'])
      await shop.provider.addFault({ path, latencyMs: 1000, times: 1 })
    const sale = buy()
    await expect.poll(async () => (await requestsTo('/oauth/token')).length).toBeGreaterThan(before)

    expect(await buy()).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })
    expect(await sale).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })
  })

  test('a token refresh disconnects no more sellers once ten were lost within an hour, and mails the admins once', async () => {
    const admin = await createAdmin(shop)
    await shop.database.pool.query(`
      insert into users (email, verified_at) select 'lost' || n || '@many.test', now() from generate_series(1, 10) n;
      insert into payment_accounts (user_id, collector_id, access_token, refresh_token, live_mode, token_expires_at,
        state)
        select id, 'c' || id, 'x', 'x', true, now(), 'refresh_refused' from users where email like 'lost%';
      -- The periodic reconciliation would fail here, too, and be repeated for minutes.
      update payment_accounts set reconciliation_requested_at = now()`)
    await withdrawSilently()

    expect(await buy()).toMatchObject({ status: 502 })

    expect(await account()).toMatchObject({ state: 'linked' })
    const { text } = await shop.waitForMail(admin.email, /rechaza los permisos/)
    expect(text).toContain('se desconectaron 10 cuentas')
    await shop.waitForJobs()
    expect(await buy()).toMatchObject({ status: 502 })
    await shop.waitForJobs()
    const mails = await shop.listMails(admin.email)
    expect(mails.filter(({ subject }) => /rechaza los permisos/.test(subject))).toHaveLength(1)
  })

  test('a token refresh follows a provider that answers 403 after the seller has withdrawn the authorization', async () => {
    await withdrawSilently()
    for (const path of ['/checkout/preferences', '/users/me'])
      await shop.provider.addFault({ path, status: 403, times: 10 })

    expect(await buy()).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })

    expect(await account()).toMatchObject({ state: 'refresh_refused' })
  })

  test('a token refresh happens ahead of time for a seller without sales', async () => {
    await setExpiry(10)

    await shop.runSchedule('refresh_tokens')

    expect((await storedAccount()).tokenExpiresAt.getTime() - Date.now()).toBeGreaterThan(
      100 * DAY_MS,
    )
  })
})

describe('linking', () => {
  test.each([
    ['from another country', { siteId: 'MLC' }, 'other_country'],
    ['that MercadoPago created for tests', { isTest: true }, 'test_account'],
  ])('linking refuses an account %s', async (_, change, outcome) => {
    const { sellers } = await shop.provider.listAccounts()
    const userId = String(sellers[0]!.userId)
    await shop.provider.changeAccount({ userId, ...change })
    const person = await shop.creator()

    const location = await shop.linkMercadoPago(person, userId)

    expect(location).toContain(`outcome=${outcome}`)
    expect(expectOk(await person.call(getPaymentAccount, {}))).toMatchObject({
      state: 'never_linked',
    })
    await shop.provider.changeAccount({ userId, siteId: 'MLA', isTest: false })
  })
})

describe('the tokens of an unlinked account', () => {
  test('the tokens of an unlinked account are erased once none of its orders can be refunded', async () => {
    expectOk(await seller.call(unlinkMercadoPago, {}))

    await shop.runSchedule('erase_tokens')

    expect(await storedAccount()).toMatchObject({
      state: 'unlinked',
      accessToken: '',
      refreshToken: '',
    })
  })

  test('the tokens of an unlinked account are renewed as long as they are kept for refunds', async () => {
    expectOk(await buy())
    expectOk(await seller.call(unlinkMercadoPago, {}))
    await setExpiry(29)

    await shop.runSchedule('refresh_tokens')

    const { state, tokenExpiresAt } = await storedAccount()
    expect(state).toBe('unlinked')
    expect(tokenExpiresAt.getTime() - Date.now()).toBeGreaterThan(100 * DAY_MS)
  })

  test('the tokens of an unlinked account are kept while an order can be refunded, and while the account is linked', async () => {
    expectOk(await buy())
    expectOk(await seller.call(unlinkMercadoPago, {}))
    const other = await shop.seller()

    await shop.runSchedule('erase_tokens')

    const tokens = (await shop.db.select().from(paymentAccounts)).map(row => row.accessToken)
    expect(tokens).toHaveLength(2)
    expect(tokens).not.toContain('')
    expect(expectOk(await other.call(getPaymentAccount, {}))).toMatchObject({ state: 'linked' })
  })
})

test('the payment pages of a seller who unlinks are closed although the access token has expired', async () => {
  const { preferenceId } = await shop.order(shop.visitor(), [{ id: productId }])
  await shop.provider.expireToken(collectorId)

  expectOk(await seller.call(unlinkMercadoPago, {}))

  await expect
    .poll(async () =>
      (await requestsTo(`/checkout/preferences/${preferenceId}`))
        .filter(({ method }) => method === 'PUT')
        .map(({ status }) => status),
    )
    .toContain(200)
})
