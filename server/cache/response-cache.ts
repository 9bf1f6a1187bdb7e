import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compressText } from './compression.ts'

/** A response as a handler rendered it, before it is compressed and cached. */
export interface RenderedResponse {
  status: number
  body: Buffer | string
  headers: Readonly<Record<string, string>>
  /**
   * The names of the data that the response was rendered from, such as `product:7` or `products`. Undefined if the
   * response must not be cached.
   */
  tags: readonly string[] | undefined
}

/** A response in the cache, stored in one encoding. */
export interface CacheEntry {
  key: string
  status: number
  headers: Readonly<Record<string, string>>
  /** The entry's cache tags. Undefined for a response that is only sent to the waiting requests and not stored. */
  tags: readonly string[] | undefined
  /** A digest of the cache key, the headers and the body, from which the response's ETag is made. */
  digest: string
  encoding: 'br' | 'identity'
  body: Buffer
}

interface Render {
  response: Promise<CacheEntry>
  /**
   * Tags that were invalidated since the render began. If the response has such a tag, its data may be outdated and it
   * is not stored.
   */
  invalidatedTags: Set<string>
}

/** The minimum size of a body to compress. A smaller body fits into one network packet even without compression. */
const MIN_COMPRESSED_BYTES = 1000
/**
 * The estimated memory in bytes that an entry needs besides its body and its key, for headers, cache policy and tags.
 */
const ENTRY_OVERHEAD_BYTES = 2048

/**
 * An in-memory cache of responses that are the same for every visitor. Bodies are stored compressed. A full cache drops
 * the least recently used entries, and an invalidated tag drops all entries with that tag. Simultaneous requests for
 * one cache key share one render. A request that arrives after an invalidation never gets a response whose render began
 * before the invalidation.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, CacheEntry>
  /** For each cache tag, the keys of the entries that have the tag. */
  readonly #keysByTag = new Map<string, Set<string>>()
  /**
   * The running renders, by cache key. Another request for the same key waits for the running render instead of
   * starting a second one.
   */
  readonly #joinable = new Map<string, Render>()
  readonly #renders = new Set<Render>()
  #isEnabled = false
  /** How many requests were answered without rendering, or had to be rendered, since the process started. */
  hits = 0
  misses = 0

  /** @param maxBytes the maximum total size of all entries */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => body.length + key.length + ENTRY_OVERHEAD_BYTES,
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
   * Enables or disables the cache and empties it. While the cache is disabled, it stores nothing, since invalidations
   * would be missed.
   */
  setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled
    this.clear()
  }

  get(key: string): CacheEntry | undefined {
    return this.#entries.get(key)
  }

  /** Returns the cached entry of a key. If there is none, renders the response and, if it has tags, stores it. */
  async getOrRender(key: string, render: () => Promise<RenderedResponse>): Promise<CacheEntry> {
    const entry = this.get(key) ?? this.#joinable.get(key)?.response
    if (entry === undefined) this.misses += 1
    else this.hits += 1
    return entry ?? this.#start(key, render).response
  }

  /** Drops every cache entry that has this tag. */
  invalidate(tag: string): void {
    for (const key of this.#keysByTag.get(tag) ?? []) this.#entries.delete(key)
    for (const render of this.#renders) render.invalidatedTags.add(tag)
    // The tags of a running render are not known yet, so new requests start their own render instead of waiting for a
    // running one.
    this.#joinable.clear()
  }

  /** Drops every cache entry. Renders that are still running are not stored either. */
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
 * Converts a response to a cache entry. The body is compressed only if the response is cached and is not an image,
 * since image formats are compressed already.
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
    key,
    status,
    headers,
    tags,
    digest: hash('sha256', described, 'base64url').slice(0, 22),
    encoding: isCompressed ? 'br' : 'identity',
    body: copyExactly(isCompressed ? await compressText(plain) : plain),
  }
}

/**
 * Copies a buffer. Node creates small buffers as parts of a block of 64 KB, and all of the block would stay in memory
 * as long as the cache entry.
 */
function copyExactly(buffer: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(buffer.length)
  buffer.copy(copy)
  return copy
}
