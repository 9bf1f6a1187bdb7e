import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** A response as a handler renders it. */
export interface RenderedResponse {
  status: number
  body: Buffer | string
  headers: Readonly<Record<string, string>>
  /** What the response was made from (`product:7`, `products`). Undefined means that it must not be cached. */
  tags: readonly string[] | undefined
}

/** A response in the cache, in the one encoding in which it is kept. */
export interface CacheEntry {
  status: number
  headers: Readonly<Record<string, string>>
  /** Undefined for a response that is not cached: it goes to those who waited for it and is forgotten. */
  tags: readonly string[] | undefined
  /** Digest of the address, the headers and the body. */
  digest: string
  encoding: 'br' | 'identity'
  body: Buffer
}

interface Render {
  response: Promise<CacheEntry>
  /** Tags that were invalidated since the render began: it may have read what they stood for before the change. */
  invalidatedTags: Set<string>
}

/** Below this size, in bytes, a body fits into one packet and is kept as it is. */
const MIN_COMPRESSED_BYTES = 1000
/** Takes about as long as rendering a page; the last percents of size would cost ten times as much. */
const BROTLI_QUALITY = 5
/** Estimate of what an entry takes besides its body: key, headers, policy, tags. */
const ENTRY_OVERHEAD_BYTES = 2048

const brotli = promisify(brotliCompress)

/**
 * Responses that are the same for everyone, in memory: compressed, least recently used out first, dropped by tag.
 * Requests for one key that arrive together share one render. A request that arrives after an invalidation never
 * gets a response whose render began before it.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, CacheEntry>
  /** Keys of the entries with a tag. */
  readonly #keysByTag = new Map<string, Set<string>>()
  /** Renders that further requests may join. */
  readonly #joinable = new Map<string, Render>()
  readonly #renders = new Set<Render>()
  #isEnabled = false

  /** @param maxBytes of all entries together */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }) => body.length + ENTRY_OVERHEAD_BYTES,
      dispose: (entry, key) => this.#untag(key, entry),
    })
  }

  /** Bytes of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get size(): number {
    return this.#entries.size
  }

  /** Empties the cache. While it is disabled nothing is stored, since invalidations would be missed. */
  setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled
    this.clear()
  }

  get(key: string): CacheEntry | undefined {
    return this.#entries.get(key)
  }

  /** Returns the entry of a key, or renders the response and stores it if it has tags. */
  async getOrRender(key: string, render: () => Promise<RenderedResponse>): Promise<CacheEntry> {
    return this.get(key) ?? (this.#joinable.get(key) ?? this.#start(key, render)).response
  }

  /** Drops every entry with this tag. */
  invalidate(tag: string): void {
    for (const key of this.#keysByTag.get(tag) ?? []) this.#entries.delete(key)
    for (const render of this.#renders) render.invalidatedTags.add(tag)
    // The tags of a response are known only when it is rendered, so nobody joins a render from before.
    this.#joinable.clear()
  }

  /** Drops every entry. Renders under way are not stored. */
  clear(): void {
    this.#entries.clear()
    this.#renders.clear()
    this.#joinable.clear()
  }

  #start(key: string, render: () => Promise<RenderedResponse>): Render {
    const started: Render = {
      invalidatedTags: new Set(),
      response: render()
        .then(response => toEntry(key, response))
        .then(entry => {
          if (this.#isCurrent(started, entry)) this.#store(key, entry)
          return entry
        })
        .finally(() => {
          this.#renders.delete(started)
          if (this.#joinable.get(key) === started) this.#joinable.delete(key)
        }),
    }
    this.#renders.add(started)
    this.#joinable.set(key, started)
    return started
  }

  #isCurrent(render: Render, { tags }: CacheEntry): boolean {
    if (!this.#isEnabled || !tags || !this.#renders.has(render)) return false
    return !tags.some(tag => render.invalidatedTags.has(tag))
  }

  #store(key: string, entry: CacheEntry): void {
    this.#entries.set(key, entry)
    for (const tag of entry.tags ?? []) {
      const keys = this.#keysByTag.get(tag) ?? new Set()
      this.#keysByTag.set(tag, keys.add(key))
    }
  }

  #untag(key: string, { tags = [] }: CacheEntry): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

/** Renders a response for one request only. */
export async function renderUncached(render: () => Promise<RenderedResponse>): Promise<CacheEntry> {
  return toEntry('', { ...(await render()), tags: undefined })
}

/** Images are compressed already, and a response that is not cached is sent only once. */
async function toEntry(key: string, response: RenderedResponse): Promise<CacheEntry> {
  const { status, headers, tags } = response
  const plain = typeof response.body === 'string' ? Buffer.from(response.body) : response.body
  const isCompressed =
    tags !== undefined &&
    plain.length >= MIN_COMPRESSED_BYTES &&
    !headers['content-type']?.startsWith('image/')
  const described = [key, ...Object.entries(headers).flat(), hash('sha256', plain)].join('\n')
  return {
    status,
    headers,
    tags,
    digest: hash('sha256', described, 'base64url').slice(0, 22),
    encoding: isCompressed ? 'br' : 'identity',
    body: isCompressed ? await brotliText(plain) : plain,
  }
}

const brotliText = (plain: Buffer): Promise<Buffer> =>
  brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
