import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatProviderDate, type Site } from '../sites.ts'
import type { IdSequences } from '../state/id-sequences.ts'
import type { Store } from '../state/store.ts'
import type { WebhookDelivery, WebhookSettings } from './delivery.ts'
import { deliverWebhook } from './deliver-webhook.ts'

/** What happened, and who is to hear of it. */
export interface WebhookEvent {
  /** Where to: a preference's own address, or the panel's. Nothing is sent without one. */
  url: string | undefined
  topic: string
  action: string
  data: Record<string, unknown>
  userId: number
  liveMode: boolean
}

interface WebhookSenderDeps {
  store: Store
  ids: IdSequences
  site: Site
  now: () => number
  secret: string
  retryScheduleMs: number[]
}

/** A provider forgets a notice after so long, also across restarts: 96 hours. */
const RETENTION_MS = 96 * 3_600_000
const MAX_RECENT = 500

/** These are sent once, whatever the answer. Source: MercadoPago's facts, webhooks. */
const UNRETRIED_TOPICS = new Set(['stop_delivery_op_wh'])

/** Tells the application what happened: signed, in its own time, again until it is acknowledged. */
export class WebhookSender {
  settings: WebhookSettings = {}
  /** The newest notices with their attempts, for people and tests to look at. */
  readonly recent: WebhookDelivery[] = []
  readonly #needs: WebhookSenderDeps
  readonly #closing = new AbortController()

  constructor(needs: WebhookSenderDeps) {
    this.#needs = needs
  }

  /** Takes up the notices an earlier run could not deliver. */
  resume(): void {
    const { store, now } = this.#needs
    for (const notice of store.all('notices')) {
      if (notice.createdAt < now() - RETENTION_MS) store.remove('notices', notice.id)
      else void this.#deliver({ ...notice, waiting: true }, 0)
    }
  }

  /**
   * Records the news and sends it afterwards, never before what it tells is on disk.
   * @param override replaces parts of the setting for this one
   */
  publish(news: WebhookEvent, override: WebhookSettings = {}): void {
    const { copies = 1, delayMs = 0, drop, ...manner } = { ...this.settings, ...override }
    if (news.url === undefined || drop === true) return
    const notice = this.#compose({ ...news, url: news.url }, manner)
    this.#needs.store.put('notices', notice.id, notice)
    for (let copy = 0; copy < copies; copy++) void this.#deliver(notice, delayMs)
  }

  close(): void {
    this.#closing.abort()
  }

  #compose(news: WebhookEvent & { url: string }, manner: WebhookSettings): WebhookDelivery {
    const { ids, site, now } = this.#needs
    const { url, topic, action, data, userId, liveMode } = news
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
      style: manner.unsigned ? 'ipn' : 'webhook',
      badSignature: manner.badSignature ?? false,
      tsUnit: manner.tsUnit ?? 's',
      createdAt: now(),
      attempts: [],
      waiting: true,
    }
  }

  async #deliver(fresh: WebhookDelivery, delayMs: number): Promise<void> {
    const { store, now, secret, retryScheduleMs } = this.#needs
    const schedule = UNRETRIED_TOPICS.has(fresh.topic) ? [] : retryScheduleMs
    const closing = this.#closing.signal
    const notice = this.#remember(fresh)
    for (const pause of [delayMs, ...schedule]) {
      if (!(await this.#rest(pause))) return
      await store.flushed()
      const outcome = await deliverWebhook(notice, { secret, now: now(), closing })
      if (closing.aborted) return
      notice.attempts.push({ at: now(), outcome })
      if (outcome === 200 || outcome === 201) {
        notice.waiting = false
        store.remove('notices', notice.id)
        return
      }
      store.put('notices', notice.id, notice)
    }
    notice.waiting = false
    if (UNRETRIED_TOPICS.has(notice.topic)) store.remove('notices', notice.id)
    else store.put('notices', notice.id, notice)
  }

  /** False when the simulator was closed meanwhile. */
  async #rest(ms: number): Promise<boolean> {
    const { signal } = this.#closing
    if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
    return !signal.aborted
  }

  #remember(notice: WebhookDelivery): WebhookDelivery {
    if (!this.recent.includes(notice)) this.recent.push(notice)
    if (this.recent.length > MAX_RECENT) this.recent.shift()
    return notice
  }
}
