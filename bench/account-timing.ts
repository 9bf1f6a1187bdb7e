import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { resendVerification } from '#contract/accounts/registration.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { registerCreator, expectOk } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { buildIfNeeded } from '../scripts/steps.ts'
import { type Figure, median, report } from './report.ts'

/** The promise: how long an answer takes does not tell whether anybody has an address. */
const PROMISE_MS = 10
/** Usage: `account-timing.ts [samples]`. */
const [SAMPLES = 300] = process.argv.slice(2).map(Number)
const WARM_UP = 20
const KNOWN = 10

interface Call {
  name: string
  endpoint: Endpoint
  body: (email: string) => object
}

const CALLS: Call[] = [
  { name: 'login', endpoint: login, body: email => ({ email, password: 'Kiosko-0000' }) },
  { name: 'recover', endpoint: recoverPassword, body: email => ({ email }) },
  { name: 'resend', endpoint: resendVerification, body: email => ({ email }) },
]

await buildIfNeeded()
const town = await startTestServer()
try {
  await town.start()
  const known = Array.from({ length: KNOWN }, (_, index) => `person${index}@known.test`)
  for (const email of known) {
    const person = new ApiClient(town.origin)
    await registerCreator(person, email, address => town.waitForMailText(address))
  }

  /** Milliseconds from the request to the end of its answer; the captcha is solved before. */
  const time = async ({ endpoint, body }: Call, email: string): Promise<number> => {
    const person = new ApiClient(town.origin)
    const captcha = await person.solveCaptcha(endpoint.captcha!.action)
    const begun = performance.now()
    const answer = await person.call(endpoint, { body: body(email), captcha } as never)
    const took = performance.now() - begun
    if (answer.status !== 202 && answer.status !== 401) expectOk(answer as never)
    return took
  }

  const figures: Figure[] = []
  for (const call of CALLS) {
    const taken = { known: [] as number[], unknown: [] as number[] }
    for (let index = -WARM_UP; index < SAMPLES; index += 1) {
      // By turns, and by turns first, so that whatever else the machine does meets both.
      const pair = [
        ['known', known[(index + WARM_UP) % KNOWN]!],
        ['unknown', `person${(index + WARM_UP) % KNOWN}@nobody.test`],
      ] as const
      for (const [who, email] of index % 2 === 0 ? pair : pair.toReversed()) {
        const took = await time(call, email)
        if (index >= 0) taken[who].push(took)
      }
    }
    const [a, b] = [median(taken.known), median(taken.unknown)]
    const apart = Math.abs(a - b)
    figures.push({
      what: call.name,
      measured: `${apart.toFixed(2)} ms apart (known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms: ${(a / b).toFixed(2)})`,
      promised: `<= ${PROMISE_MS} ms`,
      isKept: apart <= PROMISE_MS,
    })
  }
  await report('account-timing', {
    title: 'Whether an address is known',
    how: `How long an answer takes to one who has an account, and to one who has none; medians of ${SAMPLES} each, by turns.`,
    figures,
  })
} finally {
  await town.close()
}
