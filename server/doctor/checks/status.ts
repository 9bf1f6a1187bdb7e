import { type Check, SystemStatus } from '#contract/system-status.ts'
import type { Config } from '#server/config.ts'
import { STATUS_PATH } from '#server/features/system-status/routes.ts'
import { type Finding, describeError, fault, ok, warning } from '../finding.ts'

const TIMEOUT_MS = 10_000

/**
 * Asks the running server for the rows of the status page, which it judges by what has happened lately.
 * @returns a finding for each row; a single warning if the server does not tell them
 */
export async function checkStatus({
  publicOrigin,
  metricsToken,
}: Pick<Config, 'publicOrigin' | 'metricsToken'>): Promise<Finding[]> {
  if (metricsToken === undefined) return [warning('not known without METRICS_TOKEN', 'See above.')]
  try {
    const response = await fetch(`${publicOrigin}${STATUS_PATH}`, {
      headers: { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`it is answered ${response.status}`)
    const { checks } = SystemStatus.parse(await response.json())
    return checks.map(describeRow)
  } catch (error) {
    return [warning(`not known: ${describeError(error)}`, 'See the lines about the proxy.')]
  }
}

function describeRow({ title, label, state, since, action, runbook }: Check): Finding {
  const name = label ? `${title}: ${label}` : title
  if (state === 'ok') return ok(name)
  if (state === 'unmeasured') return ok(`${name}: nothing has happened yet`)
  if (state === 'unknown')
    return warning(`${name}: could not be read`, 'Look into the log of the server.')
  const describe = state === 'critical' ? fault : warning
  const where = runbook ? ` See ${runbook}.` : ''
  return describe(since ? `${name}, since ${since}` : name, action + where)
}
