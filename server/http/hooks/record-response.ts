import type { FastifyBaseLogger } from 'fastify'
import type { RequestDuration } from '#server/metrics/process-metrics.ts'

/** An answered request as the log and the metrics describe it. */
export interface AnsweredRequest {
  method: string
  /** The route pattern. The URL is not recorded, since it may contain a secret token. */
  route: string
  status: number
  /** The id of the request, by which its log lines are found. */
  id: string
  /** The time in milliseconds from the request to the end of the response. */
  ms: number
}

export type RecordResponse = (request: AnsweredRequest) => void

/** Creates the function that writes each answered request to the log and to the metrics. */
export function createResponseRecorder(
  log: FastifyBaseLogger,
  requestDuration: RequestDuration,
): RecordResponse {
  return ({ method, route, status, id, ms }) => {
    log.info({ method, route, status, reqId: id, ms: Math.round(ms) }, 'answered')
    requestDuration.observe({ method, route, status }, ms / 1000)
  }
}
