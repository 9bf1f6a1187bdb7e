import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { resendVerification } from '#contract/accounts/registration.ts'
import { requestWithdrawal } from '#contract/withdrawals.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { listSales } from '#contract/sales/lines.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { createPreference, resendOrderLinks } from '#contract/orders/orders.ts'
import {
  expectOk,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { median } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { type Figure, publishReport } from './shared/report.ts'

/**
 * The maximum difference between the median times for a known and an unknown email. A larger one would reveal who has
 * an account or has bought something.
 */
const MAX_DIFFERENCE_MS = 10
/** The number of measurements for each endpoint, from the command line: `account-timing.ts [samples]`. */
const [SAMPLES = 300] = process.argv.slice(2).map(Number)
const WARM_UP = 20
const ACCOUNTS = 10

/** An email address and an order number, which both exist or both do not. */
interface Buyer {
  email: string
  number: string
}

interface MeasuredCall {
  name: string
  endpoint: Endpoint
  body: (buyer: Buyer) => object
}

const CALLS: MeasuredCall[] = [
  { name: 'login', endpoint: login, body: ({ email }) => ({ email, password: 'Kiosko-0000' }) },
  { name: 'recover', endpoint: recoverPassword, body: ({ email }) => ({ email }) },
  { name: 'resend', endpoint: resendVerification, body: ({ email }) => ({ email }) },
  { name: 'withdrawal', endpoint: requestWithdrawal, body: ({ email }) => ({ contact: email }) },
  { name: 'orders by email', endpoint: resendOrderLinks, body: ({ email }) => ({ email }) },
  { name: 'order by number', endpoint: resendOrderLinks, body: ({ number }) => ({ number }) },
]

await buildIfNeeded()
const testServer = await startTestServer()
try {
  await testServer.start()
  const knownEmails = Array.from({ length: ACCOUNTS }, (_, index) => `person${index}@known.test`)
  for (const email of knownEmails) {
    const client = new ApiClient(testServer.origin)
    await registerCreator(client, email, address => testServer.waitForMailText(address))
  }

  // The known emails have an order each, from which their owners can withdraw.
  const seller = new ApiClient(testServer.origin)
  await registerCreator(seller, 'seller@known.test', address => testServer.waitForMailText(address))
  await linkMercadoPago(seller)
  const product = await publishProduct(seller)
  for (const payerEmail of knownEmails) {
    const { init_point } = expectOk(
      await seller.call(createPreference, { body: { products: [{ id: product.id }], payerEmail } }),
    )
    const preferenceId = new URL(init_point).searchParams.get('pref_id')!
    await testServer.provider.pay({ preferenceId, outcome: 'approved' })
  }
  await testServer.waitForJobs()

  const { sales } = expectOk(await seller.call(listSales, { query: {} }))
  const known = knownEmails.map((email, index) => ({ email, number: sales[index]!.number }))
  const unknown = known.map((_, index) => ({
    email: `person${index}@nobody.test`,
    number: `ZZZZ-222${'ABCDEFGHJK'[index]}`,
  }))

  /**
   * Measures the milliseconds from a request to the end of its response. The captcha is solved before the measurement.
   */
  const measure = async ({ endpoint, body }: MeasuredCall, buyer: Buyer): Promise<number> => {
    const client = new ApiClient(testServer.origin)
    const captcha = await client.solveCaptcha(endpoint.captcha!.action)
    const startedAt = performance.now()
    const response = await client.call(endpoint, { body: body(buyer), captcha } as never)
    const elapsedMs = performance.now() - startedAt
    if (response.status !== 202 && response.status !== 401) expectOk(response as never)
    return elapsedMs
  }

  const figures: Figure[] = []
  for (const call of CALLS) {
    const samples = { known: [] as number[], unknown: [] as number[] }
    for (let index = -WARM_UP; index < SAMPLES; index += 1) {
      // The requests with the two emails alternate, and so does their sequence, so that other load on the machine
      // affects both alike.
      const pair = [
        ['known', known[(index + WARM_UP) % ACCOUNTS]!],
        ['unknown', unknown[(index + WARM_UP) % ACCOUNTS]!],
      ] as const
      for (const [kind, buyer] of index % 2 === 0 ? pair : pair.toReversed()) {
        const elapsedMs = await measure(call, buyer)
        if (index >= 0) samples[kind].push(elapsedMs)
      }
    }
    const [knownMs, unknownMs] = [median(samples.known), median(samples.unknown)]
    const differenceMs = Math.abs(knownMs - unknownMs)
    figures.push({
      what: call.name,
      measured: `${differenceMs.toFixed(2)} ms apart (${knownMs.toFixed(2)}, ${unknownMs.toFixed(2)} ms)`,
      promised: `<= ${MAX_DIFFERENCE_MS} ms`,
      isKept: differenceMs <= MAX_DIFFERENCE_MS,
    })
  }
  await publishReport('account-timing', {
    title: 'Response times for known and unknown emails and order numbers',
    how: `Response times of requests for an email or order number that exists, and for one that does not; medians of ${SAMPLES} each, taken alternately; in parentheses known and unknown.`,
    figures,
  })
} finally {
  await testServer.close()
}
