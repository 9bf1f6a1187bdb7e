import type { OpenDatabase } from '#server/db/client.ts'
import { type Finding, describeError, fault, ok, warning } from '../finding.ts'

/** Codes of second factors are valid for 30 seconds. */
const MAX_DIFFERENCE_MS = 30_000
const TIMEOUT_MS = 8000

/** Compares this machine's clock with that of the database server. */
export async function checkDatabaseClock({ pool }: OpenDatabase): Promise<Finding[]> {
  const start = Date.now()
  const { rows } = await pool.query<{ time: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as time',
  )
  return [compare('the database', Number(rows[0]?.time), start, Date.now())]
}

/** Compares this machine's clock with the header Date of the payment provider. */
export async function checkProviderClock(apiOrigin: string): Promise<Finding[]> {
  const start = Date.now()
  try {
    const response = await fetch(`${apiOrigin}/users/me`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    const time = Date.parse(response.headers.get('date') ?? '')
    if (Number.isNaN(time)) return [ok('the payment provider sends no date')]
    return [compare('the payment provider', time, start, Date.now())]
  } catch (error) {
    return [
      warning(
        `the payment provider’s clock is unknown: ${describeError(error)}`,
        'See the line about the provider.',
      ),
    ]
  }
}

/** Compares a time that was read between `start` and `end`; all are milliseconds. */
function compare(name: string, time: number, start: number, end: number): Finding {
  const differenceMs = time < start ? time - start : Math.max(0, time - end)
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  if (Math.abs(differenceMs) <= MAX_DIFFERENCE_MS) return ok(`within ${seconds} s of ${name}`)
  return fault(
    `${seconds} s ${differenceMs > 0 ? 'behind' : 'ahead of'} ${name}`,
    'Let both machines set their clocks over the network: timedatectl set-ntp true.',
  )
}
