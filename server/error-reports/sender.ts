import { randomUUID } from 'node:crypto'
import {
  createEventEnvelope,
  createStackParser,
  createTransport,
  getEnvelopeEndpointWithUrlEncodedAuth,
  makeDsn,
} from '@sentry/core'
import { nodeStackLineParser } from '@sentry/core/server'
import { VERSION } from '#server/version.ts'

const SEND_TIMEOUT_MS = 5000

/** What is reported of an error. `suppressed` is the number of reports that were not sent since the last one. */
export interface Report {
  type: string
  value: string
  stack: string
  tags: Record<string, string>
  suppressed: number
  environment: string
}

/** Returns a function that sends one report. */
export function createSender(address: string) {
  const dsn = makeDsn(address)
  if (!dsn) throw new Error('SENTRY_DSN is not the address of a project')
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn)
  const parseStack = createStackParser(nodeStackLineParser())
  // The transport keeps the pause that the service asks for, and drops what does not fit into its queue.
  const transport = createTransport({ recordDroppedEvent: () => undefined }, async ({ body }) => {
    const response = await fetch(url, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'content-type': 'application/x-sentry-envelope' },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      redirect: 'error',
    })
    await response.body?.cancel()
    return {
      statusCode: response.status,
      headers: {
        'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
        'retry-after': response.headers.get('retry-after'),
      },
    }
  })
  return async (report: Report & { suppressed: number; environment: string }): Promise<void> => {
    const { type, value, stack, tags, suppressed, environment } = report
    await transport.send(
      createEventEnvelope(
        {
          event_id: randomUUID().replaceAll('-', ''),
          timestamp: Date.now() / 1000,
          platform: 'node',
          level: 'error',
          release: VERSION,
          environment,
          tags,
          extra: { suppressed },
          exception: { values: [{ type, value, stacktrace: { frames: parseStack(stack) } }] },
        },
        dsn,
      ),
    )
  }
}
