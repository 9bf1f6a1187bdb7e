import { describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { downloadGrants } from '#server/db/schema/index.ts'
import { passReplacementTime } from '#tools/test-app/payment-accounts.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

describe('changes of a payment account', () => {
  test('unlinking stops sales and expires the open payment preferences', async () => {
    const { seller, product } = await createUnpaidOrder(shop)

    expect(await seller.call(unlinkMercadoPago, {})).toMatchObject({ status: 204 })

    const reply = await shop.visitor().call(createPreference, {
      body: { products: [{ id: product.id }], payerEmail: 'late@mail.test' },
    })
    expect(reply).toMatchObject({ status: 400, code: 'DIFFERENT_SELLERS_PRODUCT' })
    const isExpired = async () => {
      const { requests } = await shop.provider.listRequests()
      return requests.some(
        ({ method, path }) => method === 'PUT' && path.startsWith('/checkout/preferences/'),
      )
    }
    await expect.poll(isExpired).toBe(true)
  })

  test('an order made before its seller linked another account is still paid into the first account', async () => {
    const { seller, preferenceId, token } = await createUnpaidOrder(shop)
    const voucher = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(token, 'pending')

    expect(await shop.linkMercadoPago(seller, '2147483645')).toContain('outcome=waiting')
    await passReplacementTime(shop)
    await shop.provider.changePayment(voucher, 'accredit')

    await shop.waitForOrderState(token, 'approved')
    expect(await shop.db.$count(downloadGrants)).toBe(1)
  })

  test('linking another account expires the open payment preferences of the first', async () => {
    const { seller } = await createUnpaidOrder(shop)

    await shop.linkMercadoPago(seller, '2147483646')
    await passReplacementTime(shop)

    const isExpired = async () =>
      (await shop.provider.listRequests()).requests.some(
        ({ method, path }) => method === 'PUT' && path.startsWith('/checkout/preferences/'),
      )
    await expect.poll(isExpired).toBe(true)
  })

  test('an account stays linked while the provider temporarily replies 403', async () => {
    const { seller, preferenceId, token } = await createUnpaidOrder(shop)
    await shop.provider.addFault({ path: '/v1/payments', status: 403, times: 3 })
    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.waitForOrderState(token, 'approved')
    expect(await seller.call(getUser, {})).toMatchObject({ body: { mercadoPagoAuth: true } })
  })

  test('a seller who withdraws the marketplace’s access at the provider gets an email and can no longer sell', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
    const collectorId = preferenceId.split('-')[0]!

    await shop.provider.revokePermission(collectorId)

    expect((await shop.waitForMail(seller.email, /desconectó/)).text).toContain('permiso')
    const reply = await shop.visitor().call(createPreference, {
      body: { products: [{ id: product.id }], payerEmail: 'late@mail.test' },
    })
    expect(reply).toMatchObject({ status: 400 })
  })

  test('an expired access token is refreshed and the sale goes on', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.expireToken(preferenceId.split('-')[0]!)

    const secondOrder = await shop.order(shop.visitor(), [{ id: product.id }], 'second@mail.test')

    await shop.provider.pay({ preferenceId: secondOrder.preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(secondOrder.token, 'approved')
  })

  test('an account that is linked to another user cannot be linked', async () => {
    const first = await shop.creator()
    const second = await shop.creator()
    expect(await shop.linkMercadoPago(first, '2147483642')).toContain('outcome=linked')

    expect(await shop.linkMercadoPago(second, '2147483642')).toContain('outcome=taken')
  })
})
