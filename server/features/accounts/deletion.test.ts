import { describe, expect, test } from 'vitest'
import { deleteAccount, getUser } from '#contract/accounts/user.ts'
import { login } from '#contract/accounts/sessions.ts'
import { register, verifyAccount } from '#contract/accounts/registration.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { getProfile, getPublicProfile, updateProfile } from '#contract/profiles.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { paymentAccounts, users } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

describe('closing an account', () => {
  test('closing an account deletes all personal data, and buyers can still download their purchases', async () => {
    const ana = await shop.seller()
    const { username } = expectOk(await ana.call(getProfile, {}))
    const bio = 'Cocino desde siempre'
    await ana.call(updateProfile, { body: { username: 'anacocina', bio, twitter: 'ana_cocina' } })
    const product = await shop.publish(ana)
    const { preferenceId, token } = await shop.order(shop.visitor(), [product])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')
    // An email that is not sent yet keeps its address until it is sent, since a buyer could be waiting for it.
    await shop.waitForJobs()

    expect(await ana.call(deleteAccount, { body: { password: PASSWORD } })).toMatchObject({
      status: 204,
    })
    await shop.waitForJobs()

    expect([...ana.cookies.keys()].filter(name => name.startsWith('session'))).toEqual([])
    const stranger = shop.visitor()
    for (const name of ['anacocina', username])
      expect(await stranger.call(getPublicProfile, { params: { username: name } })).toMatchObject({
        status: 404,
        code: 'USER_NOT_FOUND',
      })
    expect(await stranger.call(getPublicProduct, { params: { id: product.id } })).toMatchObject({
      status: 404,
    })
    expect(
      await stranger.call(createPreference, {
        body: { products: [{ id: product.id }], payerEmail: 'b@mail.test' },
      }),
    ).toMatchObject({ status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' })
    const [account] = await shop.db.select().from(paymentAccounts)
    expect(account).toMatchObject({ state: 'unlinked' })

    const storedData = await shop.dumpDatabase()
    for (const personal of [ana.email, 'anacocina', bio, 'ana_cocina'])
      expect(storedData, personal).not.toContain(personal)

    const order = await shop.readOrder(token)
    const file = await shop.visitor().request(order.items[0]!.downloadUrl!)
    expect(file.status).toBe(200)
    expect((await file.arrayBuffer()).byteLength).toBe(product.files.sizeBytes)
  })

  test('closing an account ends all sessions, and its email address can be registered again', async () => {
    const email = 'ana@mail.test'
    const ana = await shop.creator(email)
    const otherBrowser = shop.visitor()
    await otherBrowser.call(login, { body: { email, password: PASSWORD } })

    await ana.call(deleteAccount, { body: { password: PASSWORD } })

    expect(await otherBrowser.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await shop.visitor().call(login, { body: { email, password: PASSWORD } })).toMatchObject(
      { status: 401, code: 'ERROR_AUTH_USER_NOT_AUTHORIZED' },
    )
    const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
    expect(await shop.visitor().call(register, { body: form })).toMatchObject({ status: 201 })
    expect(await shop.db.$count(users)).toBe(2)
  })

  test.each([
    ['a wrong password', { password: 'Kiosko-2027' }],
    ['no password', {}],
  ])('closing an account with %s is rejected', async (_, body) => {
    const ana = await shop.creator()
    expect(await ana.call(deleteAccount, { body })).toMatchObject({
      status: 400,
      code: 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    })
    expect(await ana.call(getUser, {})).toMatchObject({ ok: true })
  })

  test('closing an account that has no password requires only the session', async () => {
    const ana = await shop.creator()
    await shop.db.update(users).set({ passwordHash: null })
    expect(await ana.call(deleteAccount, { body: {} })).toMatchObject({ status: 204 })
  })

  test('the verification link of a closed account answers that the account does not exist', async () => {
    const ana = shop.visitor()
    const email = 'ana@creators.test'
    await shop.register(ana, email)
    const token = await shop.waitForLinkToken(email, 'verify')
    await ana.call(deleteAccount, { body: { password: PASSWORD } })
    expect(await shop.visitor().call(verifyAccount, { params: { token } })).toMatchObject({
      status: 404,
      code: 'ERROR_NO_USER_FOUND_FOR_TOKEN',
    })
  })
})
