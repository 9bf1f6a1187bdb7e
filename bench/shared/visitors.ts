import { randomInt } from 'node:crypto'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const ANSWER_TIMEOUT_MS = 30_000
/** A visitor who was refused tries again after this time, which is half of what the server asks for. */
const REFUSED_PAUSE_MS = 1000

/** The answers that visitors got. */
export interface Visits {
  /** The number of answers by status. `broken` counts connections that ended without a whole answer. */
  statuses: Map<number | 'broken', number>
  /** The times of the answers with status 200 in milliseconds. */
  times: number[]
}

/**
 * Returns an address of a visitor, as a proxy would report it. There are 60,000, so that no limit of an address is met.
 */
export const randomAddress = (): string => `10.1.${randomInt(240)}.${randomInt(250)}`

/**
 * Lets visitors request URLs until the signal says so: each has a connection of its own, and sends the next request
 * when the answer to the last one has arrived. Every request comes from another address. A refused visitor waits for a
 * moment.
 * @param nextUrl returns the URL of the next request of the visitor with this number
 */
export async function browse(
  visitors: number,
  over: AbortSignal,
  nextUrl: (visitor: number) => string,
): Promise<Visits> {
  const visits: Visits = { statuses: new Map(), times: [] }
  const visit = async (visitor: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!over.aborted) {
      const startedAt = performance.now()
      const status = await request(nextUrl(visitor), agent)
      visits.statuses.set(status, (visits.statuses.get(status) ?? 0) + 1)
      if (status === 200) visits.times.push(performance.now() - startedAt)
      else await pause(REFUSED_PAUSE_MS)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor)))
  return visits
}

function request(url: string, agent: Agent): Promise<number | 'broken'> {
  const headers = {
    'accept-encoding': 'br',
    'accept-language': 'es',
    'x-forwarded-for': randomAddress(),
  }
  return new Promise(resolve => {
    const sent = get(url, { agent, headers, timeout: ANSWER_TIMEOUT_MS }, response => {
      response.resume()
      response.once('end', () => resolve(response.statusCode!))
      response.once('error', () => resolve('broken'))
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer')))
    sent.once('error', () => resolve('broken'))
  })
}
