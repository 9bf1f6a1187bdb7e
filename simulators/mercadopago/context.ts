import type { CountrySettings, SiteId } from './country-settings.ts'
import type { IdSequences } from './state/id-sequences.ts'
import type { SimulatorStore } from './state/store.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'

/** Options of the MercadoPago simulator. */
export interface MercadoPagoSimulatorOptions {
  /** The port to listen on; 0, the default, takes any free port. */
  port?: number
  /** The host to listen on; default 127.0.0.1. */
  host?: string
  /** The origin that clients use, if it differs from the address listened on. */
  publicOrigin?: string
  /** The append-only file that stores the state across restarts; if undefined, the state stays in memory. */
  stateFile?: string
  clientId: string
  clientSecret: string
  /** The application's webhook secret, which signs every webhook. */
  webhookSecret: string
  /** The redirect URIs registered for the application; a request must match one exactly. */
  redirectUris: string[]
  /** The webhook URL of the application, used if a preference has no `notification_url`. */
  webhookUrl?: string
  /** The delay in milliseconds before each retry of a webhook that was not answered with 200 or 201. */
  retryScheduleMs?: number[]
  /** The country of all accounts; default MLA, Argentina. */
  site?: SiteId
  /** The value of `live_mode` in payments; default true, as with the provider's test accounts. */
  liveMode?: boolean
  /** The clock, in milliseconds since 1970; default `Date.now`. */
  now?: () => number
}

/** The state and the services that every route of the MercadoPago simulator shares. */
export interface SimulatorContext {
  options: MercadoPagoSimulatorOptions & { liveMode: boolean }
  site: CountrySettings
  store: SimulatorStore
  ids: IdSequences
  webhookSender: WebhookSender
  now: () => number
  /** Returns the simulator's origin, which is known only after the server listens. */
  origin: () => string
}
