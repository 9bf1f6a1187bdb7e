import type pg from 'pg'
import type { InvariantFinding, InvariantName } from '#contract/invariants.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import type { StoredObjects } from '#server/integrations/storage/storage.ts'
import { readChangedOrders } from './changed-orders.ts'
import { type Findings, MAX_IDS, createFindings } from './findings.ts'
import { DELIVERY_RULES } from './rules/delivery-rules.ts'
import { MONEY_RULES } from './rules/money-rules.ts'
import { EVERY_ORDER, GIVEN_ORDERS, type SqlRule, buildQuery, isRestricted } from './rules/rule.ts'
import { STATEMENT_RULES } from './rules/statement-rules.ts'
import { checkStorage } from './rules/storage-rules.ts'
import { UPKEEP_RULES } from './rules/upkeep-rules.ts'

const SQL_RULES: readonly SqlRule[] = [
  ...DELIVERY_RULES,
  ...MONEY_RULES,
  ...STATEMENT_RULES,
  ...UPKEEP_RULES,
]

/** The rules that the daily check restricts to the orders that changed. */
export const RESTRICTED_RULES: ReadonlySet<InvariantName> = new Set(
  SQL_RULES.filter(isRestricted).map(({ name }) => name),
)

/**
 * The settings of the transaction of a check. With PostgreSQL's own 4 MB, the sums over all orders are sorted on disk.
 * More than 64 MB made the largest rules no faster at three million orders, and a query can take the memory several
 * times. JIT compilation takes longer than it saves.
 */
const CHECK_SETTINGS = `set local work_mem = '64MB'; set local jit = off`

/** What a check of the invariants needs: the database, and the storage that belongs to it. */
export interface InvariantsInput {
  database: Pick<OpenDatabase, 'connectAlone'>
  storage: StoredObjects
}

/**
 * Checks every invariant on a running marketplace without writing anything. The connection is one of its own, since
 * queries over all orders take longer than the pool allows.
 * @param changedSince the rules that read all orders examine only those that changed since this time; without it all
 * @returns the rules that are violated; none if everything is right
 */
export async function checkInvariants({
  database,
  storage,
  changedSince,
}: InvariantsInput & { changedSince?: Date | undefined }): Promise<InvariantFinding[]> {
  const { client, close } = await database.connectAlone()
  try {
    const findings = await checkRows(client, { changedSince })
    return [...findings, ...(await checkStorage(client, storage))]
  } finally {
    await close()
  }
}

/**
 * Checks the rules about rows, which see one snapshot of the database.
 * @param onQuery gets the duration of each query of a rule
 */
export async function checkRows(
  client: pg.ClientBase,
  {
    changedSince,
    onQuery,
  }: {
    changedSince?: Date | undefined
    onQuery?: (name: InvariantName, seconds: number) => void
  },
): Promise<InvariantFinding[]> {
  const checked = SQL_RULES.map(rule => ({ rule, findings: createFindings(rule.name) }))
  const isPartial = ({ rule }: { rule: SqlRule }) =>
    changedSince !== undefined && isRestricted(rule)
  const run = async ({ rule, findings }: (typeof checked)[number], orderIds?: string[]) => {
    const startedAt = performance.now()
    const query = buildQuery(rule, orderIds ? GIVEN_ORDERS : EVERY_ORDER)
    await addViolations(client, findings, query, orderIds && [orderIds])
    onQuery?.(rule.name, (performance.now() - startedAt) / 1000)
  }

  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(CHECK_SETTINGS)
    for (const entry of checked) if (!isPartial(entry)) await run(entry)
    if (changedSince)
      for await (const orderIds of readChangedOrders(client, changedSince))
        for (const entry of checked) if (isPartial(entry)) await run(entry, orderIds)
  } finally {
    await client.query('rollback')
  }
  return checked.flatMap(({ findings }) => findings.result())
}

async function addViolations(
  client: pg.ClientBase,
  findings: Findings,
  query: string,
  parameters: unknown[] = [],
): Promise<void> {
  const { rows } = await client.query<{ id: string; count: number }>(
    `select id, (count(*) over ())::int as count from (${query}) violations order by id limit ${MAX_IDS}`,
    parameters,
  )
  if (rows[0])
    findings.add(
      rows.map(({ id }) => id),
      rows[0].count,
    )
}
