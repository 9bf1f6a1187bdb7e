import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatProviderDate, type CountrySettings } from '../country-settings.ts'
import type { IdSequences } from '../state/id-sequences.ts'
import type { SimulatorStore } from '../state/store.ts'
import type { WebhookDelivery, WebhookSettings } from './delivery.ts'
import { deliverWebhook } from './deliver-webhook.ts'

/** A webhook event to send, and the URL of the receiver. */
export interface WebhookEvent {
  /**
   * The `notification_url` of the preference, or else the application's webhook URL. If undefined, the event is not
   * sent.
   */
  url: string | undefined
  topic: string
  action: string
  data: Record<string, unknown>
  userId: number
  liveMode: boolean
}

interface WebhookSenderDeps {
  store: SimulatorStore
  ids: IdSequences
  site: CountrySettings
  now: () => number
  secret: string
  retryScheduleMs: number[]
}

/** The time in milliseconds for which an undelivered webhook is kept, also across restarts: 96 hours. */
const RETENTION_MS = 96 * 3_600_000
const MAX_RECENT = 500

/**
 * The topics whose webhooks are sent once and never retried.
 * Source: MercadoPago's documentation of webhooks.
 */
const UNRETRIED_TOPICS = new Set(['stop_delivery_op_wh'])

/**
 * Sends signed webhooks to the application, and retries each by the retry schedule until the application acknowledges
 * it.
 */
export class WebhookSender {
  settings: WebhookSettings = {}
  /** The newest webhooks with their delivery attempts, which the control API lists. */
  recent: WebhookDelivery[] = []
  /** The webhooks that wait for their release, in the order of their events. */
  held: WebhookDelivery[] = []
  /** How many deliveries have begun, and how many of them are neither acknowledged nor given up. */
  readonly deliveries = { begun: 0, pending: 0 }
  readonly #deps: WebhookSenderDeps
  readonly #closing = new AbortController()
  /** Ends the pauses between the attempts to deliver webhooks. */
  #reset = new AbortController()
  readonly #requests = new Set<Promise<unknown>>()

  constructor(deps: WebhookSenderDeps) {
    this.#deps = deps
  }

  /** Retries the webhooks that were not delivered before the simulator was restarted. */
  resume(): void {
    const { store, now } = this.#deps
    for (const delivery of store.all('notices')) {
      if (delivery.createdAt < now() - RETENTION_MS) store.remove('notices', delivery.id)
      else void this.#deliver({ ...delivery, waiting: true }, 0)
    }
  }

  /**
   * Stores a webhook about the event, and sends it after the store is flushed to disk.
   * @param override the settings that are different for this event
   */
  publish(event: WebhookEvent, override: WebhookSettings = {}): void {
    const { copies = 1, delayMs = 0, drop, hold, ...format } = { ...this.settings, ...override }
    if (event.url === undefined || drop === true) return
    const delivery = this.#createDelivery({ ...event, url: event.url }, format)
    if (hold === true) {
      this.held.push(delivery)
      return
    }
    this.#deps.store.put('notices', delivery.id, delivery)
    for (let copy = 0; copy < copies; copy++) void this.#deliver(delivery, delayMs)
  }

  /**
   * Sends held webhooks one after another, each of them once it was acknowledged or given up.
   * @param indexes the positions of the webhooks in `held`, in the order in which to send them; one that is named twice
   * is sent twice. By default, all are sent in the reverse order of their events.
   */
  async release(
    indexes: number[] = this.held.map((_, index) => index).toReversed(),
  ): Promise<void> {
    const chosen = indexes.flatMap(index => this.held[index] ?? [])
    this.held = this.held.filter(delivery => !chosen.includes(delivery))
    for (const delivery of chosen) {
      this.#deps.store.put('notices', delivery.id, delivery)
      await this.#deliver(delivery, 0)
    }
  }

  close(): void {
    this.#closing.abort()
  }

  /**
   * Gives up all webhooks that are not delivered yet, and restores the default settings. Resolves when those that are
   * being received have been answered.
   */
  async reset(): Promise<void> {
    this.#reset.abort()
    this.#reset = new AbortController()
    this.settings = {}
    this.recent = []
    this.held = []
    await Promise.all(this.#requests)
  }

  #createDelivery(event: WebhookEvent & { url: string }, format: WebhookSettings): WebhookDelivery {
    const { ids, site, now } = this.#deps
    const { url, topic, action, data, userId, liveMode } = event
    return {
      id: ids.webhook(),
      url,
      topic,
      action,
      data,
      userId,
      liveMode,
      requestId: randomUUID(),
      dateCreated: formatProviderDate(site, now()),
      style: format.unsigned ? 'ipn' : 'webhook',
      badSignature: format.badSignature ?? false,
      tsUnit: format.tsUnit ?? 's',
      createdAt: now(),
      attempts: [],
      waiting: true,
    }
  }

  async #deliver(delivery: WebhookDelivery, delayMs: number): Promise<void> {
    this.deliveries.begun += 1
    this.deliveries.pending += 1
    try {
      await this.#sendUntilAcknowledged(delivery, delayMs)
    } finally {
      this.deliveries.pending -= 1
    }
  }

  async #sendUntilAcknowledged(initialDelivery: WebhookDelivery, delayMs: number): Promise<void> {
    const { store, now, secret, retryScheduleMs } = this.#deps
    const schedule = UNRETRIED_TOPICS.has(initialDelivery.topic) ? [] : retryScheduleMs
    const closing = this.#closing.signal
    const givenUp = AbortSignal.any([closing, this.#reset.signal])
    const delivery = this.#addToRecent(initialDelivery)
    for (const pause of [delayMs, ...schedule]) {
      if (!(await waitUnlessAborted(pause, givenUp))) return
      await store.flushed()
      if (givenUp.aborted) return
      const request = deliverWebhook(delivery, { secret, now: now(), closing })
      this.#requests.add(request)
      const outcome = await request
      this.#requests.delete(request)
      if (givenUp.aborted) return
      delivery.attempts.push({ at: now(), outcome })
      if (outcome === 200 || outcome === 201) {
        delivery.waiting = false
        store.remove('notices', delivery.id)
        return
      }
      store.put('notices', delivery.id, delivery)
    }
    delivery.waiting = false
    if (UNRETRIED_TOPICS.has(delivery.topic)) store.remove('notices', delivery.id)
    else store.put('notices', delivery.id, delivery)
  }

  #addToRecent(delivery: WebhookDelivery): WebhookDelivery {
    if (!this.recent.includes(delivery)) this.recent.push(delivery)
    if (this.recent.length > MAX_RECENT) this.recent.shift()
    return delivery
  }
}

/**
 * Waits for some milliseconds.
 * @returns false if the signal was aborted meanwhile
 */
async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  return !signal.aborted
}
