import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { register, resendVerification } from '#contract/accounts/registration.ts'
import { requestEmailChange } from '#contract/accounts/user.ts'
import { requestAvailabilityEmail } from '#contract/storefront/availability.ts'
import { setEmailChoice } from '#contract/order-emails.ts'
import { changeOrderEmail } from '#contract/address-change.ts'
import { resendOrderLinks } from '#contract/orders/orders.ts'
import { requestWithdrawal } from '#contract/withdrawals.ts'
import { mutedEmails } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { postOneClick } from '#tools/test-app/orders/one-click.ts'
import {
  PASSWORD,
  type ReceivedMail,
  type SignedInUser,
  type TestApp,
  createTestApp,
} from '#tools/test-app/test-app.ts'

const VICTIM = 'victim@mail.test'
const VOUCHER = /^Falta pagar tu cupón: /
const DELIVERY = /^Tu compra: /
const RECOVERY = /contraseña/
const ORDER_LINKS = /^Tus enlaces/
const METRICS_TOKEN = 'metrics-token-of-this-test'
const FORM = 'application/x-www-form-urlencoded'
/** More addresses than the limits of one IP address need to be of no use. */
const SOURCES = Array.from({ length: 20 }, (_, index) => `198.51.100.${index + 1}`)

let shop: TestApp
let product: { id: number }
beforeAll(async () => {
  shop = await createTestApp({
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: 'loopback',
    METRICS_TOKEN,
  })
})
beforeEach(async () => {
  await shop.reset()
  product = await shop.publish(await shop.seller())
})
afterAll(() => shop.close())

const from = (ip: string) => shop.visitor({ 'x-forwarded-for': ip })

/** Lists the emails in the mailbox of an address, whose tags are addresses of their own to the mail server. */
async function readMailbox(...addresses: string[]): Promise<ReceivedMail[]> {
  await shop.waitForJobs()
  const mails = await Promise.all(addresses.map(address => shop.listMails(address)))
  return mails.flat()
}

/** Orders in the name of an address without paying, and has the provider issue a voucher. */
async function issueVoucher(email: string, ip = SOURCES[0]!) {
  const order = await shop.order(from(ip), [{ id: product.id }], email)
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'pending_cash' })
  await shop.waitForOrderState(order.token, 'pending')
  return order
}

async function buy(email: string) {
  const order = await shop.order(from('203.0.113.1'), [{ id: product.id }], email)
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(order.token, 'approved')
  return order
}

const recover = (email: string, client = from(SOURCES[0]!)) =>
  client.call(recoverPassword, { body: { email } })

async function countDropped(reason: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`${shop.origin}/metrics`, { headers })).text()
  const samples = metrics.matchAll(
    new RegExp(`^kiosko_mails_dropped_total\\{.*reason="${reason}".*\\} (\\d+)$`, 'gm'),
  )
  return [...samples].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** The mute link in an email, and the token in it. */
const readMuteLink = ({ text }: ReceivedMail) =>
  /\/emails\/([\w-]{64})\?topic=unasked/.exec(text)?.[1]

describe('a mailbox that strangers write to by every call that takes an address', () => {
  test('a mailbox that strangers write to gets at most six of their emails in an hour, and its paid purchase all the same', async () => {
    const droppedBefore = await countDropped('limit')
    const addresses = [VICTIM]
    const tagged = (tag: string) => {
      const address = `victim+${tag}@mail.test`
      addresses.push(address)
      return address
    }
    const unavailable = await shop.publish(await shop.creator())
    const orders = [
      await issueVoucher(VICTIM, SOURCES[0]),
      await issueVoucher(VICTIM, SOURCES[1]),
      await issueVoucher(tagged('o2'), SOURCES[2]),
      await issueVoucher(tagged('o3'), SOURCES[3]),
      await issueVoucher(tagged('o4'), SOURCES[4]),
    ]

    const attack = async (ip: string, index: number) => {
      const { token } = orders[index % orders.length]!
      const { number } = await shop.readOrder(token)
      await from(ip).call(changeOrderEmail, {
        params: { token },
        body: { newEmail: tagged(`c${index}`) },
      })
      for (const contact of [VICTIM, number])
        await from(ip).call(requestWithdrawal, { body: { contact } })
      for (const body of [{ email: VICTIM }, { number }])
        await from(ip).call(resendOrderLinks, { body })
      if (index % 2) {
        const email = tagged(`r${index}`)
        await from(ip).call(register, {
          body: { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true },
        })
        await from(ip).call(resendVerification, { body: { email } })
        await recover(email, from(ip))
        return
      }
      const ownAccount = await shop.creator()
      Object.assign(ownAccount.headers, { 'x-forwarded-for': ip })
      await ownAccount.call(requestEmailChange, {
        body: { newEmail: tagged(`e${index}`), password: PASSWORD },
      })
      await from(ip).call(requestAvailabilityEmail, {
        params: { id: unavailable.id },
        body: { email: tagged(`a${index}`) },
      })
    }
    await Promise.all(SOURCES.map(attack))

    const sent = await readMailbox(...addresses)
    expect(sent.length).toBeLessThanOrEqual(6)
    expect(sent.length).toBeGreaterThan(0)
    expect(await countDropped('limit')).toBeGreaterThan(droppedBefore + 30)

    const { token } = await buy(VICTIM)

    const delivery = await shop.waitForMail(VICTIM, DELIVERY)
    expect(delivery.text).toContain(`/order/${token}`)
    expect(delivery.text).not.toContain('/emails/')
  })

  test('a mailbox that strangers write to still gets a link to its account and to its orders', async () => {
    await shop.creator(VICTIM)
    await buy(VICTIM)
    for (const ip of SOURCES.slice(0, 6)) await issueVoucher(VICTIM, ip)

    expectOk(await recover(VICTIM))
    expectOk(await from(SOURCES[0]!).call(resendOrderLinks, { body: { email: VICTIM } }))

    await shop.waitForMail(VICTIM, RECOVERY)
    await shop.waitForMail(VICTIM, ORDER_LINKS)
    const mails = await readMailbox(VICTIM)
    expect(mails.filter(({ subject }) => VOUCHER.test(subject))).toHaveLength(4)
  })
})

describe('an email that the limit of a mailbox drops', () => {
  const linkTokens = async (screen: string) => {
    const mails = await readMailbox(VICTIM)
    return mails.flatMap(({ text }) => new RegExp(`/${screen}/([\\w-]+)`).exec(text)?.[1] ?? [])
  }

  test('an email that the limit of a mailbox drops does not replace the links of those that were sent, and the response is the same', async () => {
    await shop.creator(VICTIM)
    const statuses = []
    for (const ip of SOURCES.slice(0, 4)) {
      statuses.push((await recover(VICTIM, from(ip))).status)
      await shop.waitForJobs()
    }

    expect(statuses).toEqual([202, 202, 202, 202])
    const tokens = await linkTokens('reset')
    expect(tokens).toHaveLength(2)
    const stored = await shop.db.query.accountTokens.findMany()
    expect(stored.filter(({ purpose }) => purpose === 'reset')).toHaveLength(2)
  })

  test('an email that the limit of a mailbox drops does not replace the link of a paid order', async () => {
    await buy(VICTIM)
    for (const ip of SOURCES.slice(0, 4)) {
      // Equal requests within half a minute make one email, so the order is named in different ways.
      const [order] = await shop.db.query.orders.findMany()
      const body = ip === SOURCES[0] ? { email: VICTIM } : { number: order!.number }
      await from(ip).call(resendOrderLinks, { body })
      await shop.db.execute(`delete from rate_limits where key like 'order_resend_again:%'`)
      await shop.waitForJobs()
    }

    const newest = (await linkTokens('order')).at(-1)!
    expect(await shop.readOrder(newest)).toMatchObject({ state: 'approved' })
    expect(await shop.db.query.orders.findMany()).toMatchObject([
      { tokenVersion: 1, offeredTokenVersion: 2 },
    ])
  })

  test('an email that the limit of a mailbox drops is sent if its owner asks for it in a browser that has signed in to the account', async () => {
    const owner = await shop.creator(VICTIM)
    for (const ip of SOURCES.slice(0, 4)) await recover(VICTIM, from(ip))
    expect(await linkTokens('reset')).toHaveLength(2)
    for (const name of owner.cookies.keys())
      if (!name.includes('device')) owner.cookies.delete(name)

    expectOk(await recover(VICTIM, owner))

    expect(await linkTokens('reset')).toHaveLength(3)
  })

  test('an email that the limit of a mailbox drops is counted with the others when twenty are caused at once', async () => {
    const register20 = SOURCES.map((ip, index) =>
      from(ip).call(register, {
        body: {
          email: `victim+${index}@mail.test`,
          password: PASSWORD,
          confirm_password: PASSWORD,
          tyc: true,
        },
      }),
    )
    const replies = await Promise.all(register20)

    expect(replies.filter(({ ok }) => ok)).toHaveLength(20)
    const mails = await readMailbox(...SOURCES.map((_, index) => `victim+${index}@mail.test`))
    expect(mails).toHaveLength(4)
  })
})

describe('the changes of addresses', () => {
  test('the changes of addresses of unpaid orders in the name of one mailbox are limited, those of a paid order are not', async () => {
    const paid = await buy(VICTIM)
    const change = (token: string, index: number) =>
      from(SOURCES[index]!).call(changeOrderEmail, {
        params: { token },
        body: { newEmail: `somebody${index}@other.test` },
      })
    const statuses = []
    for (const index of [0, 1, 2, 3, 4, 5]) {
      const { token } = await shop.order(from(SOURCES[index]!), [{ id: product.id }], VICTIM)
      statuses.push((await change(token, index)).status)
    }

    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    expect(await change(paid.token, 7)).toMatchObject({ status: 202 })
  })

  const changeAccount = async (account: SignedInUser, ip: string, newEmail: string) => {
    Object.assign(account.headers, { 'x-forwarded-for': ip })
    const { status } = await account.call(requestEmailChange, {
      body: { newEmail, password: PASSWORD },
    })
    return status
  }

  test('the changes of the addresses of accounts to one mailbox are limited', async () => {
    const statuses = []
    for (const [index, ip] of SOURCES.slice(0, 6).entries())
      statuses.push(await changeAccount(await shop.creator(), ip, `victim+${index}@mail.test`))

    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })

  test('the changes of the addresses of accounts are limited by the IP address', async () => {
    const statuses = []
    for (let index = 0; index < 21; index += 1)
      statuses.push(await changeAccount(await shop.creator(), SOURCES[0]!, `a${index}@other.test`))

    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 202))
    expect(statuses[20]).toBe(429)
  })
})

describe('the way out of emails that anybody can cause', () => {
  test('the way out of emails that anybody can cause stops them for all addresses of the mailbox, and can be taken back', async () => {
    await issueVoucher(VICTIM)
    const token = readMuteLink(await shop.waitForMail(VICTIM, VOUCHER))!

    expectOk(
      await shop.visitor().call(setEmailChoice, { params: { token, topic: 'unasked' }, query: {} }),
    )
    await issueVoucher('Victim+shop@mail.test')
    await shop.creator(VICTIM)
    await recover(VICTIM)
    expect(await readMailbox(VICTIM, 'victim+shop@mail.test')).toHaveLength(1)
    expect(await countDropped('muted')).toBeGreaterThan(1)
    const rows = await shop.db.select().from(mutedEmails)
    expect(JSON.stringify(rows)).not.toContain('victim')

    expectOk(
      await shop.visitor().call(setEmailChoice, {
        params: { token, topic: 'unasked' },
        query: { muted: '0' },
      }),
    )
    await recover(VICTIM, from(SOURCES[1]!))
    expect(await readMailbox(VICTIM)).toHaveLength(2)
  })

  test('the way out of emails that anybody can cause keeps purchases, and works by a mail program', async () => {
    await shop.creator(VICTIM)
    await recover(VICTIM)
    const mail = await shop.waitForMail(VICTIM, RECOVERY)
    expect(mail.unsubscribePost).toBe('List-Unsubscribe=One-Click')
    const url = mail.unsubscribe.slice(1, -1)
    expect(url).toBe(`${shop.origin}/api/public/emails/${readMuteLink(mail)}/unasked`)
    expect((await fetch(url)).status).toBe(404)
    expect(await shop.db.$count(mutedEmails)).toBe(0)

    expect(await postOneClick(url, FORM, 'List-Unsubscribe=One-Click')).toBe(204)
    expect(await postOneClick(url, FORM, 'List-Unsubscribe=One-Click')).toBe(204)

    await buy(VICTIM)
    await shop.waitForMail(VICTIM, DELIVERY)
    expect(await shop.db.$count(mutedEmails)).toBe(1)
  })
})
