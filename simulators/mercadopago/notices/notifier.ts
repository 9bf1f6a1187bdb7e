import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { providerDate, type Site } from '../sites.ts'
import type { Identifiers } from '../state/identifiers.ts'
import type { Store } from '../state/store.ts'
import type { Notice, NoticeSetting } from './notice.ts'
import { sendNotice } from './send-notice.ts'

/** What happened, and who is to hear of it. */
export interface News {
  /** Where to: a preference's own address, or the panel's. Nothing is sent without one. */
  url: string | undefined
  topic: string
  action: string
  data: Record<string, unknown>
  userId: number
  liveMode: boolean
}

interface Needs {
  store: Store
  ids: Identifiers
  site: Site
  now: () => number
  secret: string
  retryScheduleMs: number[]
}

/** A provider forgets a notice after so long, also across restarts: 96 hours. */
const MEMORY_MS = 96 * 3_600_000
const RECENT = 500

/** These are sent once, whatever the answer. Source: MercadoPago's facts, webhooks. */
const NOT_REPEATED = new Set(['stop_delivery_op_wh'])

/** Tells the application what happened: signed, in its own time, again until it is acknowledged. */
export class Notifier {
  setting: NoticeSetting = {}
  /** The newest notices with their attempts, for people and tests to look at. */
  readonly recent: Notice[] = []
  readonly #needs: Needs
  readonly #closing = new AbortController()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Takes up the notices an earlier run could not deliver. */
  resume(): void {
    const { store, now } = this.#needs
    for (const notice of store.all('notices')) {
      if (notice.createdAt < now() - MEMORY_MS) store.remove('notices', notice.id)
      else void this.#deliver({ ...notice, waiting: true }, 0)
    }
  }

  /**
   * Records the news and sends it afterwards, never before what it tells is on disk.
   * @param override replaces parts of the setting for this one
   */
  publish(news: News, override: NoticeSetting = {}): void {
    const { copies = 1, delayMs = 0, drop, ...manner } = { ...this.setting, ...override }
    if (news.url === undefined || drop === true) return
    const notice = this.#compose({ ...news, url: news.url }, manner)
    this.#needs.store.put('notices', notice.id, notice)
    for (let copy = 0; copy < copies; copy++) void this.#deliver(notice, delayMs)
  }

  close(): void {
    this.#closing.abort()
  }

  #compose(news: News & { url: string }, manner: NoticeSetting): Notice {
    const { ids, site, now } = this.#needs
    const { url, topic, action, data, userId, liveMode } = news
    return {
      id: ids.notice(),
      url,
      topic,
      action,
      data,
      userId,
      liveMode,
      requestId: randomUUID(),
      dateCreated: providerDate(site, now()),
      style: manner.unsigned ? 'ipn' : 'webhook',
      badSignature: manner.badSignature ?? false,
      tsUnit: manner.tsUnit ?? 's',
      createdAt: now(),
      attempts: [],
      waiting: true,
    }
  }

  async #deliver(fresh: Notice, delayMs: number): Promise<void> {
    const { store, now, secret, retryScheduleMs } = this.#needs
    const schedule = NOT_REPEATED.has(fresh.topic) ? [] : retryScheduleMs
    const closing = this.#closing.signal
    const notice = this.#remember(fresh)
    for (const pause of [delayMs, ...schedule]) {
      if (!(await this.#rest(pause))) return
      await store.flushed()
      const outcome = await sendNotice(notice, { secret, now: now(), closing })
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
    if (NOT_REPEATED.has(notice.topic)) store.remove('notices', notice.id)
    else store.put('notices', notice.id, notice)
  }

  /** False when the simulator was closed meanwhile. */
  async #rest(ms: number): Promise<boolean> {
    const { signal } = this.#closing
    if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
    return !signal.aborted
  }

  #remember(notice: Notice): Notice {
    if (!this.recent.includes(notice)) this.recent.push(notice)
    if (this.recent.length > RECENT) this.recent.shift()
    return notice
  }
}
