import type { Logger } from 'pino'

/** What is told of an answer. */
export interface Answered {
  /** Names the request in the log, beside what else is written of it. */
  reqId?: string
  method: string
  /** The route's pattern, never the address: that may hold a secret link. */
  route: string
  status: number
  ms: number
}

export type Told = (answered: Answered) => void

/** Writes each answer down, and counts it. */
export function createTold(log: Logger, count: Told): Told {
  return answered => {
    log.info({ ...answered, ms: Math.round(answered.ms) }, 'answered')
    count(answered)
  }
}
