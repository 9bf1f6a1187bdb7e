import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { register } from '#contract/accounts/registration.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { findSubjects, sendWithdrawalForm } from '#tools/test-app/withdrawals.ts'

/** The limits are those of production, and strangers have as many networks as they want. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

let lastNetwork = 0
const stranger = () => shop.visitor({ 'x-forwarded-for': `10.1.${++lastNetwork}.1` })

describe('what strangers use up', () => {
  test('what strangers use up by registrations is not the withdrawal of a buyer', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const order = await shop.order(shop.visitor(), [{ id: product.id }], 'victima@mail.test')
    await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(order.token, 'approved')
    for (let n = 0; n < 6; n += 1) {
      const client = stranger()
      await client.call(register, {
        body: {
          email: `victima+${n}@mail.test`,
          password: PASSWORD,
          confirm_password: PASSWORD,
          tyc: true,
        },
        captcha: await client.solveCaptcha(register.captcha.action),
      })
    }
    await shop.waitForJobs()

    const code = await sendWithdrawalForm(shop, 'victima@mail.test')

    expect(await findSubjects(shop, 'victima@mail.test', new RegExp(code))).toHaveLength(1)
  })

  test('what strangers use up by recoveries is not that of the owner in a browser that has signed in', async () => {
    const email = 'ana@mail.test'
    const ana = await shop.creator(email)
    const ask = async (client = stranger()) =>
      client.call(recoverPassword, {
        body: { email },
        captcha: await client.solveCaptcha(recoverPassword.captcha.action),
      })
    for (let n = 0; n < 8; n += 1) await ask()
    await shop.waitForJobs()
    const before = (await shop.listMails(email)).length
    const browser = stranger()
    for (const [name, value] of ana.cookies)
      if (!name.startsWith('session')) browser.cookies.set(name, value)

    await ask(browser)
    await shop.waitForJobs()

    expect((await shop.listMails(email)).length).toBe(before + 1)
  })
})
