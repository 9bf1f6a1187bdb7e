import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { schedules } from '#server/db/schema/index.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
afterEach(() => vi.restoreAllMocks())

/**
 * The number of statements of the transactions of a purchase of one product, without BEGIN and COMMIT. Sending a
 * statement and waiting for its answer takes the server longer than anything else in a purchase, and while the delivery
 * runs, other purchases of the same seller wait for the number of its receipt.
 */
const BUDGETS = [
  { what: 'stores an order', statement: 'insert into "orders"', statements: 4 },
  { what: 'delivers an order', statement: 'insert into "payments"', statements: 23 },
]

/** The number of statements of each step of a purchase, without BEGIN and COMMIT and without those of timers. */
const BUDGETS_OF_STEPS = {
  'an order and its payment page': 9,
  'a payment, its delivery and both emails': 58,
  'the page of the order': 7,
  'a download': 11,
}

const isControl = (text: string) => /^(begin|commit|rollback)/.test(text)
/** Timers look for jobs, report the process, and try whether notifications of other processes arrive. */
const isOfTimer = (text: string) =>
  ['from "schedules"', 'from "jobs"', '"processes"', 'pg_notify'].some(part => text.includes(part))

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : (config as pg.QueryConfig).text

/**
 * Records the statements that the app of this file sends from now on. The apps of other files of this process send some
 * too, to databases of their own.
 */
async function recordStatements() {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return {
    read: () =>
      spy.mock.calls.flatMap(([config]: unknown[], call) => {
        const connection = spy.mock.contexts[call] as pg.Client
        return connection.database === rows[0]!.name ? [{ connection, text: textOf(config) }] : []
      }),
    clear: () => spy.mockClear(),
  }
}

/** Lists the statements of each transaction that was committed, out of all statements of all connections. */
function listTransactions(queries: readonly { connection: unknown; text: string }[]): string[][] {
  const transactions: string[][] = []
  const running = new Map<unknown, string[]>()
  for (const { connection, text } of queries) {
    const statements = running.get(connection)
    if (text.startsWith('begin')) running.set(connection, [])
    else if (text === 'commit' && statements) transactions.push(statements)
    else statements?.push(text)
    if (text === 'commit' || text === 'rollback') running.delete(connection)
  }
  return transactions
}

test('the transactions of a purchase have exactly the statements of their budget', async () => {
  const recorded = await recordStatements()

  const { preferenceId, token } = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')

  const transactions = listTransactions(recorded.read())
  const counts = BUDGETS.map(({ what, statement }) => ({
    what,
    statements: transactions
      .filter(statements => statements.some(text => text.startsWith(statement)))
      .map(({ length }) => length),
  }))
  expect(counts).toEqual(
    BUDGETS.map(({ what, statements }) => ({ what, statements: [statements] })),
  )
})

test('the steps of a purchase have exactly the statements of their budgets', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  // A schedule that runs meanwhile would have statements of its own.
  await shop.db.update(schedules).set({ nextAt: sql`now() + interval '1 hour'` })
  const recorded = await recordStatements()
  const counts: Record<string, number> = {}
  const endStep = (step: keyof typeof BUDGETS_OF_STEPS) => {
    const texts = recorded.read().map(({ text }) => text)
    counts[step] = texts.filter(text => !isControl(text) && !isOfTimer(text)).length
    recorded.clear()
  }

  const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }], 'ana@mail.test')
  endStep('an order and its payment page')
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  const { text } = await shop.waitForMail('ana@mail.test')
  await shop.waitForJobs()
  endStep('a payment, its delivery and both emails')
  const { items } = await shop.readOrder(/\/order\/([\w-]+)/.exec(text)![1]!)
  endStep('the page of the order')
  await (await fetch(items[0]!.downloadUrl!)).arrayBuffer()
  await shop.waitForJobs()
  endStep('a download')

  expect(counts).toEqual(BUDGETS_OF_STEPS)
})
