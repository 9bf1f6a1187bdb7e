import type { Site, SiteId } from './sites.ts'
import type { IdSequences } from './state/id-sequences.ts'
import type { Store } from './state/store.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'

/** How a simulated MercadoPago is set up. */
export interface MercadoPagoOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** What to listen on; default 127.0.0.1. */
  host?: string
  /** The address people and programs use, where it differs from the one listened on. */
  publicOrigin?: string
  /** An append-only file that outlives crashes; without it everything is forgotten at the end. */
  stateFile?: string
  clientId: string
  clientSecret: string
  /** The application's secret signature: the key of every notice. */
  webhookSecret: string
  /** The return addresses of the application; they match exactly or not at all. */
  redirectUris: string[]
  /** The address of the application's panel, for notices whose preference names none. */
  webhookUrl?: string
  /** Milliseconds before each repetition of a notice that was not answered 200 or 201. */
  retryScheduleMs?: number[]
  /** The country of all accounts; default MLA, Argentina. */
  site?: SiteId
  /** What payments say of themselves; default true, as the provider's test accounts do. */
  liveMode?: boolean
  /** Milliseconds since 1970. */
  now?: () => number
}

/** What every part of the simulator works with. */
export interface SimulatorContext {
  options: MercadoPagoOptions & { liveMode: boolean }
  site: Site
  store: Store
  ids: IdSequences
  webhookSender: WebhookSender
  now: () => number
  /** Known once the server listens. */
  origin: () => string
}
