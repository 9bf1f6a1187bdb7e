import type pg from 'pg'
import type { InvariantFinding } from '#contract/invariants.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import type { StoredObjects } from '#server/integrations/storage/storage.ts'
import { MAX_IDS } from './findings.ts'
import { DELIVERY_RULES } from './rules/delivery-rules.ts'
import { MONEY_RULES } from './rules/money-rules.ts'
import type { SqlRule } from './rules/rule.ts'
import { checkStorage } from './rules/storage-rules.ts'
import { UPKEEP_RULES } from './rules/upkeep-rules.ts'

export const SQL_RULES: readonly SqlRule[] = [...DELIVERY_RULES, ...MONEY_RULES, ...UPKEEP_RULES]

/**
 * The settings of the transaction of a check. With PostgreSQL's own 4 MB, the sums of all orders are sorted on disk, and
 * JIT compilation takes longer than it saves.
 */
const CHECK_SETTINGS = `set local work_mem = '256MB'; set local jit = off`

/** What a check of the invariants needs: the database, and the storage that belongs to it. */
export interface InvariantsInput {
  database: Pick<OpenDatabase, 'connectAlone'>
  storage: StoredObjects
}

/**
 * Checks every invariant on a running marketplace without writing anything. The rules about rows see one snapshot of the
 * database. The connection is one of its own, since queries over all orders take longer than the pool allows.
 * @returns the rules that are violated; none if everything is right
 */
export async function checkInvariants({
  database,
  storage,
}: InvariantsInput): Promise<InvariantFinding[]> {
  const { client, close } = await database.connectAlone()
  try {
    await client.query('begin isolation level repeatable read read only')
    const findings: InvariantFinding[] = []
    try {
      await client.query(CHECK_SETTINGS)
      for (const rule of SQL_RULES) findings.push(...(await checkRule(client, rule)))
    } finally {
      await client.query('rollback')
    }
    return [...findings, ...(await checkStorage(client, storage))]
  } finally {
    await close()
  }
}

async function checkRule(
  client: Pick<pg.ClientBase, 'query'>,
  { name, violations }: SqlRule,
): Promise<InvariantFinding[]> {
  const { rows } = await client.query<{ id: string; count: number }>(
    `select id, (count(*) over ())::int as count from (${violations}) violations order by id limit ${MAX_IDS}`,
  )
  return rows[0] ? [{ name, count: rows[0].count, ids: rows.map(({ id }) => id) }] : []
}
