import type { Logger } from 'pino'

/** Told of an answer: how long it took, and the request's id in the log. */
export type Tell = (ms: number, reqId?: string) => void

/** Finds who is told of the answers of one kind. */
export type Told = (
  method: string,
  /** The route's pattern, never the address: that may hold a secret link. */
  route: string,
  status: number,
) => Tell

/**
 * Writes each answer down, and counts it. What the answers of a kind have in common is put into words once: to do so
 * for each took a fifth of what a kept one costs. There are as many kinds as methods, routes and statuses.
 */
export function createTold(log: Logger, countAs: Told): Told {
  const known = new Map<string, Tell>()
  return (method, route, status) => {
    const name = `${method} ${status} ${route}`
    let tell = known.get(name)
    if (!tell) {
      const lines = log.child({ method, route, status })
      const count = countAs(method, route, status)
      tell = (ms, reqId) => {
        const took = Math.round(ms)
        lines.info(reqId === undefined ? { ms: took } : { reqId, ms: took }, 'answered')
        count(ms)
      }
      known.set(name, tell)
    }
    return tell
  }
}
