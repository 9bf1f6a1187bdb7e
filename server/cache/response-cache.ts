import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** A response that a handler rendered, before it is compressed and cached. */
export interface RenderedResponse {
  status: number
  body: Buffer | string
  headers: Readonly<Record<string, string>>
  /** The data that the response was rendered from (`product:7`, `products`). Undefined if it must not be cached. */
  tags: readonly string[] | undefined
}

/** A response in the cache, stored in one encoding. */
export interface CacheEntry {
  status: number
  headers: Readonly<Record<string, string>>
  /** Undefined for a response that is sent to the waiting requests but not stored. */
  tags: readonly string[] | undefined
  /** A digest of the cache key, the headers and the body. */
  digest: string
  encoding: 'br' | 'identity'
  body: Buffer
}

interface Render {
  response: Promise<CacheEntry>
  /** Tags that were invalidated since the render began, which may have read outdated data. */
  invalidatedTags: Set<string>
}

/** A smaller body is stored uncompressed, since it fits into one network packet anyway. */
const MIN_COMPRESSED_BYTES = 1000
/**
 * At this quality, compressing takes about as long as rendering a page. The best quality would take ten times as long
 * for a few percent.
 */
const BROTLI_QUALITY = 5
/** The estimated memory of an entry besides its body: key, headers, policy, tags. */
const ENTRY_OVERHEAD_BYTES = 2048

const brotli = promisify(brotliCompress)

/**
 * A cache in memory of responses that are the same for everyone. Bodies are stored compressed, the least recently used
 * entries are dropped first, and entries are invalidated by tag. Simultaneous requests for one key share one render. A
 * request that arrives after an invalidation never gets a response whose render began before it.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, CacheEntry>
  /** The cache keys of the entries with each tag. */
  readonly #keysByTag = new Map<string, Set<string>>()
  /** Running renders whose result further requests for the same key can share. */
  readonly #joinable = new Map<string, Render>()
  readonly #renders = new Set<Render>()
  #isEnabled = false

  /** @param maxBytes the total size of all entries */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }) => body.length + ENTRY_OVERHEAD_BYTES,
      dispose: (entry, key) => this.#untag(key, entry),
    })
  }

  /** The total size of all entries in bytes. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Enables or disables the cache and empties it. A disabled cache stores nothing, since invalidations would be
   * missed.
   */
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
    // The tags of a running render are not known yet, so a new request must not share it.
    this.#joinable.clear()
  }

  /** Drops every entry. The results of running renders are not stored. */
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

/** Renders a response for one request without storing it. */
export async function renderUncached(render: () => Promise<RenderedResponse>): Promise<CacheEntry> {
  return toEntry('', { ...(await render()), tags: undefined })
}

/**
 * Converts a response to a cache entry. Images are compressed already, and an uncached response is not worth
 * compressing.
 */
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
