import type { CountrySettings, SiteId } from './country-settings.ts'
import type { IdSequences } from './state/id-sequences.ts'
import type { Refund } from './state/model.ts'
import type { SimulatorStore } from './state/store.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'

/** Options of the MercadoPago simulator. */
export interface MercadoPagoSimulatorOptions {
  /** The port to listen on. The default 0 takes any free port. */
  port?: number
  /** The host to listen on; the default is 127.0.0.1. */
  host?: string
  /** The origin that clients use, if it differs from the origin that the server listens on. */
  publicOrigin?: string
  /** The append-only file that keeps the state across restarts. If undefined, the state is only kept in memory. */
  stateFile?: string
  clientId: string
  clientSecret: string
  /** The application's secret for webhooks, with which every webhook is signed. */
  webhookSecret: string
  /**
   * The redirect URIs that are registered for the application. The redirect URI of a request must equal one of them.
   */
  redirectUris: string[]
  /** The application's webhook URL, used for preferences without a `notification_url`. */
  webhookUrl?: string
  /** The delays in milliseconds before each retry of a webhook that was not answered with 200 or 201. */
  retryScheduleMs?: number[]
  /** The country of all accounts; the default is MLA, Argentina. */
  site?: SiteId
  /** The value of `live_mode` in payments. The default is true, as for MercadoPago's test accounts. */
  liveMode?: boolean
  /** The clock, which returns milliseconds since 1970; the default is `Date.now`. */
  now?: () => number
}

/** The state and the services that every route of the MercadoPago simulator shares. */
export interface SimulatorContext {
  options: MercadoPagoSimulatorOptions & { liveMode: boolean }
  site: CountrySettings
  store: SimulatorStore
  ids: IdSequences
  webhookSender: WebhookSender
  /** The status of new refunds that sellers request. Refunds by MercadoPago itself are always approved. */
  refundStatus: Refund['status']
  /** True if a refund also returns its part of the charges: of MercadoPago's fee and the marketplace's commission. */
  doesRefundReturnCharges: boolean
  /** True if a token refresh invalidates the seller's earlier access tokens at once. */
  doesRefreshInvalidate: boolean
  /** The most payments that a page of a search has, whatever limit is asked for. */
  maxSearchPage: number
  now: () => number
  /** Returns the simulator's origin, which is unknown until the server listens. */
  origin: () => string
}
