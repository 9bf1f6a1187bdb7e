import Fastify, { type FastifyInstance } from 'fastify'
import { refuseProduction } from '../shared/refuse-production.ts'

/** A service that receives conversion events. */
export type SimulatedReceiver = 'meta' | 'tiktok' | 'ga4'

/**
 * How a receiver answers: as usual (`none`), with 503 (`down`), by taking the event and then closing the connection
 * (`lose_answer`), as for an unknown token (`refuse_token`), or as for an id that does not exist any more (`gone`).
 */
export type ReceiverFault = 'none' | 'down' | 'lose_answer' | 'refuse_token' | 'gone'

/** An event as a receiver counts it. Events that come again with an id that was counted are in `repeated` only. */
export interface CountedEvent {
  receiver: SimulatedReceiver
  receiverId: string
  name: string
  /** The id of the event, which is that of an order. */
  id: string
  /** The time of the event in seconds since 1970. */
  time: number
  value: number | undefined
  currency: string | undefined
  productIds: string[]
  /** Empty if the event names no page. */
  pageUrl: string
}

type Body = Record<string, unknown>

/** The token of all accounts of Meta and TikTok. Google Analytics takes events with any secret. */
export const RECEIVER_TOKEN = 'simulated-receiver-token'

/**
 * Starts simulated receivers of conversion events: Meta's Conversions API, TikTok's Events API and Google Analytics'
 * Measurement Protocol, on one origin, since their paths differ. They recognize repeated events by their ids. A control
 * API lists the events (`GET /events`) and sets faults (`PUT /faults/:receiver`).
 * @throws Error if APP_ENV is production
 */
export async function startConversionsSimulator({
  host = '127.0.0.1',
  port = 0,
}: { host?: string; port?: number } = {}) {
  refuseProduction('The receivers of conversion events')
  const faults = new Map<SimulatedReceiver, ReceiverFault>()
  const events = new Map<string, CountedEvent>()
  const bodies: Body[] = []
  const repeated: CountedEvent[] = []
  let requests = 0
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })

  function count(event: CountedEvent): void {
    const key = `${event.receiver}:${event.receiverId}:${event.name}:${event.id}`
    if (events.has(key)) repeated.push(event)
    else events.set(key, event)
  }

  registerMeta(app, { faults, count, bodies })
  registerTikTok(app, { faults, count, bodies })
  registerGoogleAnalytics(app, { faults, count, bodies })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST') requests += 1
    done()
  })
  app.get('/', () => ({ receivers: ['meta', 'tiktok', 'ga4'] }))
  app.get('/events', () => [...events.values()])
  app.put<{ Params: { receiver: SimulatedReceiver }; Body: { fault: ReceiverFault } }>(
    '/faults/:receiver',
    (request, reply) => {
      faults.set(request.params.receiver, request.body.fault)
      return reply.code(204).send()
    },
  )
  const origin = await app.listen({ host, port })
  const filterBy = (counted: Iterable<CountedEvent>, receiver: SimulatedReceiver | undefined) =>
    [...counted].filter(event => receiver === undefined || event.receiver === receiver)
  return {
    origin,
    listEvents: (receiver?: SimulatedReceiver) => filterBy(events.values(), receiver),
    /** The events that came again. */
    listRepeated: (receiver?: SimulatedReceiver) => filterBy(repeated, receiver),
    /** The bodies of all requests as they came. */
    listBodies: () => bodies,
    countRequests: () => requests,
    setFault: (receiver: SimulatedReceiver, fault: ReceiverFault) => faults.set(receiver, fault),
    reset(): void {
      faults.clear()
      events.clear()
      bodies.length = 0
      repeated.length = 0
      requests = 0
    },
    close: () => app.close(),
  }
}

export type ConversionsSimulator = Awaited<ReturnType<typeof startConversionsSimulator>>

interface Context {
  faults: Map<SimulatedReceiver, ReceiverFault>
  count: (event: CountedEvent) => void
  bodies: Body[]
}

/** Requires texts and numbers, as the receivers do. Returns the first name that is missing. */
const findMissing = (body: Body, names: string[]): string | undefined =>
  names.find(name => body[name] === undefined || body[name] === '')

interface MetaEvent {
  event_name: string
  event_time: number
  event_id: string
  action_source: string
  event_source_url?: string
  user_data?: { client_user_agent?: string }
  custom_data?: { value?: number; currency?: string; content_ids?: string[] }
}

const META_MAX_AGE_SECONDS = 7 * 24 * 3600
const META_SOURCES = new Set([
  'email',
  'website',
  'app',
  'phone_call',
  'chat',
  'physical_store',
  'system_generated',
  'business_messaging',
  'other',
])

/** Finds what is missing in an event of Meta: those of a website need the browser and the page. */
function findMissingOfMeta(event: MetaEvent): string | undefined {
  const missing = findMissing({ ...event }, ['event_name', 'event_time', 'action_source'])
  if (missing !== undefined || event.action_source !== 'website') return missing
  return (
    findMissing({ ...event }, ['event_source_url']) ??
    findMissing({ ...event.user_data }, ['client_user_agent'])
  )
}

/** Source: Meta, "Conversions API", its parameters, and "Handling Errors". */
function registerMeta(app: FastifyInstance, { faults, count, bodies }: Context): void {
  const refuse = (code: number, message: string, more: object = {}) => ({
    error: { message, type: 'OAuthException', code, fbtrace_id: 'simulated', ...more },
  })
  app.post<{ Params: { version: string; id: string }; Body: { data: MetaEvent[] } }>(
    '/:version/:id/events',
    (request, reply) => {
      bodies.push(request.body)
      const fault = faults.get('meta')
      const { id } = request.params
      if (fault === 'down') return reply.code(503).send()
      if (fault === 'gone')
        return reply.code(400).send(
          refuse(100, `Unsupported post request. Object with ID '${id}' does not exist`, {
            error_subcode: 33,
          }),
        )
      if (fault === 'refuse_token' || request.headers.authorization !== `Bearer ${RECEIVER_TOKEN}`)
        return reply.code(400).send(refuse(190, 'Invalid OAuth access token'))
      for (const event of request.body.data) {
        const missing = findMissingOfMeta(event)
        if (missing) return reply.code(400).send(refuse(100, `Missing parameter: ${missing}`))
        if (!META_SOURCES.has(event.action_source))
          return reply.code(400).send(refuse(100, 'Invalid parameter: action_source'))
        if (Object.keys(event.user_data ?? {}).length === 0)
          return reply.code(400).send(
            refuse(100, "This event doesn't have enough customer information parameters", {
              error_subcode: 2_804_050,
            }),
          )
        if (Date.now() / 1000 - event.event_time > META_MAX_AGE_SECONDS)
          return reply.code(400).send(refuse(100, 'Event timestamp too old'))
        count({
          receiver: 'meta',
          receiverId: id,
          name: event.event_name,
          id: event.event_id,
          time: event.event_time,
          value: event.custom_data?.value,
          currency: event.custom_data?.currency,
          productIds: event.custom_data?.content_ids ?? [],
          pageUrl: event.event_source_url ?? '',
        })
      }
      if (fault === 'lose_answer') return reply.raw.destroy()
      return reply.send({ events_received: request.body.data.length, messages: [] })
    },
  )
}

interface TikTokBody {
  event_source_id: string
  data: {
    event: string
    event_time: number
    event_id: string
    page?: { url: string }
    user?: object
    properties?: { value?: number; currency?: string; contents?: { content_id: string }[] }
  }[]
}

/** Refusals have the status 200. Events of the web need a page. Source: TikTok, "Events API 2.0" and "Return codes". */
function registerTikTok(app: FastifyInstance, { faults, count, bodies }: Context): void {
  const answer = (code: number, message: string) => ({
    code,
    message,
    request_id: 'simulated',
    data: {},
  })
  app.post<{ Body: TikTokBody & Body }>('/open_api/v1.3/event/track', (request, reply) => {
    bodies.push(request.body)
    const fault = faults.get('tiktok')
    if (fault === 'down') return reply.code(503).send()
    if (fault === 'gone') return reply.send(answer(40_002, 'Invalid pixel code'))
    if (fault === 'refuse_token' || request.headers['access-token'] !== RECEIVER_TOKEN)
      return reply.send(answer(40_105, 'Access token is incorrect or has been revoked.'))
    for (const event of request.body.data) {
      const missing =
        findMissing({ ...event }, ['event', 'event_time']) ??
        findMissing({ ...event.page }, ['url'])
      if (missing) return reply.send(answer(40_002, `${missing}: Missing data`))
      count({
        receiver: 'tiktok',
        receiverId: request.body.event_source_id,
        name: event.event,
        id: event.event_id,
        time: event.event_time,
        value: event.properties?.value,
        currency: event.properties?.currency,
        productIds: (event.properties?.contents ?? []).map(({ content_id }) => content_id),
        pageUrl: event.page?.url ?? '',
      })
    }
    if (fault === 'lose_answer') return reply.raw.destroy()
    return reply.send(answer(0, 'OK'))
  })
}

interface Ga4Body {
  client_id: string
  timestamp_micros: number
  events: {
    name: string
    params: {
      session_id?: string
      transaction_id?: string
      value?: number
      currency?: string
      items?: { item_id: string }[]
      page_location: string
    }
  }[]
}

/** An event that is older gets this age. */
const GA4_MAX_AGE_SECONDS = 72 * 3600

/**
 * Takes everything with 204, also what is wrong; what it cannot read, it does not count. Source: Google, "Measurement
 * Protocol (Google Analytics 4)".
 */
function registerGoogleAnalytics(app: FastifyInstance, { faults, count, bodies }: Context): void {
  app.post<{ Querystring: { measurement_id: string }; Body: Ga4Body & Body }>(
    '/mp/collect',
    (request, reply) => {
      bodies.push(request.body)
      const fault = faults.get('ga4')
      if (fault === 'down') return reply.code(503).send()
      if (fault === 'gone') return reply.code(410).send()
      const { client_id, timestamp_micros, events } = request.body
      const oldest = Date.now() / 1000 - GA4_MAX_AGE_SECONDS
      for (const { name, params } of events) {
        if (findMissing({ client_id, ...params }, ['client_id', 'session_id'])) continue
        count({
          receiver: 'ga4',
          receiverId: request.query.measurement_id,
          name,
          id: params.transaction_id ?? client_id,
          time: Math.floor(Math.max(timestamp_micros / 1_000_000, oldest)),
          value: params.value,
          currency: params.currency,
          productIds: (params.items ?? []).map(({ item_id }) => item_id),
          pageUrl: params.page_location,
        })
      }
      if (fault === 'lose_answer') return reply.raw.destroy()
      return reply.code(204).send()
    },
  )
}
