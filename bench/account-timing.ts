import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { resendVerification } from '#contract/accounts/registration.ts'
import { requestWithdrawal } from '#contract/withdrawals.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { createPreference } from '#contract/orders.ts'
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

interface MeasuredCall {
  name: string
  endpoint: Endpoint
  body: (email: string) => object
}

const CALLS: MeasuredCall[] = [
  { name: 'login', endpoint: login, body: email => ({ email, password: 'Kiosko-0000' }) },
  { name: 'recover', endpoint: recoverPassword, body: email => ({ email }) },
  { name: 'resend', endpoint: resendVerification, body: email => ({ email }) },
  { name: 'withdrawal', endpoint: requestWithdrawal, body: email => ({ contact: email }) },
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

  /**
   * Measures the milliseconds from a request to the end of its response. The captcha is solved before the measurement.
   */
  const measure = async ({ endpoint, body }: MeasuredCall, email: string): Promise<number> => {
    const client = new ApiClient(testServer.origin)
    const captcha = await client.solveCaptcha(endpoint.captcha!.action)
    const startedAt = performance.now()
    const response = await client.call(endpoint, { body: body(email), captcha } as never)
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
        ['known', knownEmails[(index + WARM_UP) % ACCOUNTS]!],
        ['unknown', `person${(index + WARM_UP) % ACCOUNTS}@nobody.test`],
      ] as const
      for (const [kind, email] of index % 2 === 0 ? pair : pair.toReversed()) {
        const elapsedMs = await measure(call, email)
        if (index >= 0) samples[kind].push(elapsedMs)
      }
    }
    const [knownMs, unknownMs] = [median(samples.known), median(samples.unknown)]
    const differenceMs = Math.abs(knownMs - unknownMs)
    figures.push({
      what: call.name,
      measured: `${differenceMs.toFixed(2)} ms apart (known ${knownMs.toFixed(2)} ms, unknown ${unknownMs.toFixed(2)} ms: ${(knownMs / unknownMs).toFixed(2)})`,
      promised: `<= ${MAX_DIFFERENCE_MS} ms`,
      isKept: differenceMs <= MAX_DIFFERENCE_MS,
    })
  }
  await publishReport('account-timing', {
    title: 'Response times for registered and unknown emails',
    how: `Response times of requests for an email with an account and an order, and for one without; medians of ${SAMPLES} each, taken alternately.`,
    figures,
  })
} finally {
  await testServer.close()
}
