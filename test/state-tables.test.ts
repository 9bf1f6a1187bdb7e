import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orders, refunds } from '#server/db/schema/index.ts'
import { PAYMENT_STATUSES } from '#server/db/payment-statuses.ts'
import { ORDER_TRANSITIONS } from '#server/features/orders/rules/payment-state.ts'

const DOCUMENT = join(import.meta.dirname, '../docs/orders-and-payments.md')

/** Reads the rows of the table below a heading: the name of each state, and the names of its next states. */
function readTable(heading: string): Map<string, string[]> {
  const section = readFileSync(DOCUMENT, 'utf8').split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!
  const rows = section.split('\n').filter(line => line.startsWith('| `'))
  return new Map(
    rows.map(row => {
      const cells = row.split('|').map(cell => cell.trim())
      expect(cells.filter(cell => cell !== '').length, row).toBeGreaterThanOrEqual(3)
      expect(cells[5], `the last column of ${row}`).not.toBe('')
      const names = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
      return [names(cells[1]!)[0]!, names(cells[3]!)]
    }),
  )
}

test.each([
  ['Orders', orders.state.enumValues],
  ['Payments', PAYMENT_STATUSES],
  ['Refunds', refunds.state.enumValues],
])('the table of %s has a row for every state and for no other', (heading, states) => {
  const table = readTable(heading)

  expect([...table.keys()].toSorted()).toEqual([...states].toSorted())
  for (const next of [...table.values()].flat()) expect(states).toContain(next)
})

test('the table of orders names every state that a payment can lead to', () => {
  const table = readTable('Orders')

  for (const [state, transitions] of Object.entries(ORDER_TRANSITIONS))
    expect(table.get(state)).toEqual(expect.arrayContaining(Object.values(transitions)))
})
