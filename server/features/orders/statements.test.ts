import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
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
  { what: 'delivers an order', statement: 'insert into "payments"', statements: 24 },
]

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
  const spy = vi.spyOn(pg.Client.prototype, 'query')

  const { preferenceId, token } = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')

  const transactions = listTransactions(
    spy.mock.calls.map(([config]: unknown[], call) => ({
      connection: spy.mock.contexts[call],
      text: typeof config === 'string' ? config : (config as pg.QueryConfig).text,
    })),
  )
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
