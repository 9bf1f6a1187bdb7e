import type { InvariantFinding } from '#contract/invariants.ts'
import { checkRows } from '#server/features/invariants/check.ts'
import type { TestApp } from '../test-app.ts'

/** Checks the invariants, and returns the findings about final statements. */
export async function findStatementViolations({
  database,
}: Pick<TestApp, 'database'>): Promise<InvariantFinding[]> {
  const { client, close } = await database.connectAlone()
  try {
    const findings = await checkRows(client, {})
    return findings.filter(({ name }) => name.startsWith('statement_'))
  } finally {
    await close()
  }
}
