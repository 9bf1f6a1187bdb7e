import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createPreference } from '#contract/orders/orders.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { buildFirstRelease, buildRelease } from '#tools/cluster/first-release.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { type Marketplace, setUpMarketplace } from './purchases.ts'

/**
 * Kills the release before while its emails cannot be sent and its jobs wait, and starts this release on what it left.
 * Every buyer must get the emails that a buyer of this release gets, each once.
 * Usage: node test/faults/upgrade-of-work.ts [buyers] [commit of the release before; otherwise the first release]
 */
const BUYERS = Number(process.argv[2] ?? 120)
const COMMIT = process.argv[3]
const AT_ONCE = 8
const SETTLE_MS = 3 * 60_000

type Provider = TestServer['provider']
/** What happens to the payment of a buyer. */
const STORIES: Record<string, (provider: Provider, preferenceId: string) => Promise<unknown>> = {
  pays: (provider, preferenceId) => provider.pay({ preferenceId, outcome: 'approved' }),
  'pays twice': async (provider, preferenceId) => {
    await provider.pay({ preferenceId, outcome: 'approved' })
    await provider.pay({ preferenceId, outcome: 'approved' })
  },
  'gets a voucher': (provider, preferenceId) =>
    provider.pay({ preferenceId, outcome: 'pending_cash' }),
  'pays another amount': (provider, preferenceId) =>
    provider.pay({ preferenceId, outcome: 'approved', amount: 9000 }),
  complains: async (provider, preferenceId) => {
    const payment = await provider.pay({ preferenceId, outcome: 'approved' })
    await provider.changePayment(payment, 'mediation')
  },
  'is refunded': async (provider, preferenceId) => {
    const payment = await provider.pay({ preferenceId, outcome: 'approved' })
    await provider.changePayment(payment, 'refund')
  },
  'charges back': async (provider, preferenceId) => {
    const payment = await provider.pay({ preferenceId, outcome: 'approved' })
    await provider.changePayment(payment, 'chargeback')
  },
}
const NAMES = Object.keys(STORIES)

/** Lets a buyer order a product, and plays what happens to the payment. */
async function playStory({ server, productIds }: Marketplace, email: string, story: string) {
  const body = { products: [{ id: productIds[0]! }], payerEmail: email }
  const answer = await new ApiClient(server.origin).call(createPreference, {
    body,
    idempotencyKey: randomUUID(),
  })
  if (!answer.ok) throw new Error(`refused: ${answer.status} ${answer.code}`)
  const preferenceId = new URL(answer.body.init_point).searchParams.get('pref_id')!
  await STORIES[story]!(server.provider, preferenceId)
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** The stories in which the file can be delivered before it is closed, or not. */
const MAY_BE_DELIVERED = new Set(['is refunded', 'charges back'])

/** Lists the subjects that a buyer got, each as often as another email had it. */
async function listSubjects(server: TestServer, email: string, story: string): Promise<string> {
  const mails = new Map((await server.listMails(email)).map(mail => [mail.messageId, mail]))
  // Numbers of orders differ.
  return [...mails.values()]
    .map(({ subject }) => subject.replaceAll(/[A-Z0-9]{4}-[A-Z0-9]{4}/g, '…'))
    .filter(subject => !(MAY_BE_DELIVERED.has(story) && subject.startsWith('Tu compra: ')))
    .toSorted()
    .join(' | ')
}

const oldFolder = COMMIT === undefined ? await buildFirstRelease() : await buildRelease(COMMIT)
const server = await startTestServer()
try {
  const old = await server.startAnother({ PORT: new URL(server.origin).port }, oldFolder)
  const shop = await setUpMarketplace(server)
  const emails = Array.from({ length: BUYERS }, (_, n) => `u${n}@buyers.test`)
  await server.setMailFault('down')
  await runAtOnce(AT_ONCE, BUYERS, n => playStory(shop, emails[n]!, NAMES[n % NAMES.length]!))
  await old.kill()
  const jobs = await query<{ kind: string; n: number }>(
    server.databaseUrl,
    `select kind, count(*)::int as n from jobs where state = 'waiting' group by 1 order by 1`,
  )
  console.table(jobs)

  await server.setMailFault('none')
  await server.start()
  // The next attempt at an email that failed more than once is minutes away.
  await query(server.databaseUrl, `update jobs set run_at = now() where last_error is not null`)
  const controls = NAMES.map((_, n) => `c${n}@buyers.test`)
  for (const [n, story] of NAMES.entries()) await playStory(shop, controls[n]!, story)
  const end = Date.now() + SETTLE_MS
  let differences: string[]
  do {
    await pause(2000)
    await server.waitForJobs().catch((error: unknown) => console.log(String(error)))
    const list = (buyers: string[]) =>
      Promise.all(buyers.map((email, n) => listSubjects(server, email, NAMES[n % NAMES.length]!)))
    const [expected, got] = [await list(controls), await list(emails)]
    differences = got.flatMap((subjects, n) => {
      const story = NAMES[n % NAMES.length]!
      const wanted = expected[n % NAMES.length]!
      return subjects === wanted ? [] : [`${story}: ${subjects} (instead of ${wanted})`]
    })
  } while (differences.length > 0 && Date.now() < end)
  for (const [n, email] of controls.entries())
    console.log(`${NAMES[n]}: ${await listSubjects(server, email, NAMES[n]!)}`)
  const failed = await query<{ kind: string; error: string; n: number }>(
    server.databaseUrl,
    `select kind, last_error as error, count(*)::int as n from jobs
     where state <> 'done' and last_error is not null group by 1, 2`,
  )
  for (const text of new Set(differences))
    console.log(`${differences.filter(other => other === text).length} × ${text}`)
  for (const { kind, error, n } of failed) console.log(`${n} × ${kind} failed: ${error}`)
  const invariants = await server.runCommand('invariants')
  console.log(invariants.output)
  const isWrong = differences.length + failed.length > 0 || invariants.code !== 0
  console.log(isWrong ? 'WRONG: see above.' : `${BUYERS} buyers have all emails, each once.`)
  if (isWrong) process.exitCode = 1
} finally {
  await server.close()
}
