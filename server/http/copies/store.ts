import { hash } from 'node:crypto'
import { type Encoded, type Encoding, compress } from './encoding.ts'

/** What a maker hands over: an answer, and whatever makes it outdated. */
export interface Made {
  status: number
  /** A text goes as UTF-8. */
  body: Buffer | string
  headers: Readonly<Record<string, string>>
  /** Tags whose change makes it outdated. Undefined: this answer is not to be kept. */
  tags: readonly string[] | undefined
}

/** An answer that is the same for everyone, in every encoding that was asked for so far. */
export interface Copy extends Omit<Made, 'body'> {
  key: string
  /** Strong but for the encoding, which goes behind it. */
  digest: string
  encoded: { identity: Encoded } & Partial<Record<Encoding, Encoded>>
  /** All of it in memory. */
  bytes: number
}

interface Flight {
  copy: Copy
  /** False where something it was made from changed meanwhile. */
  isCurrent: boolean
}

/** Two thirds for what was asked for twice, so that asking once for very many things pushes nothing out. */
const KEPT_SHARE = 2 / 3
/** What a copy takes besides its bytes, about. */
const OVERHEAD_BYTES = 2048
/** Tags whose last change is remembered one by one; beyond, all count as changed. */
const CHANGES_MAX = 10_000
/** Who waited longer than this for something that changed meanwhile gets the newer one. */
const STALE_MS = 50
const TRIES = 4

/**
 * Copies of answers in memory, least recently used out first. Many who ask for one thing at once share its
 * making. What changed while an answer was being made is never kept: each tag remembers when it changed last.
 */
export class Copies {
  /** Keeps nothing while it is off: nobody would hear of changes. */
  #isOn = false
  readonly #maxBytes: number
  /** Asked for once, and more than once. */
  readonly #once = new Map<string, Copy>()
  readonly #again = new Map<string, Copy>()
  #onceBytes = 0
  #againBytes = 0
  /** Keys of copies: mostly one of a tag, seldom many. */
  readonly #byTag = new Map<string, string | Set<string>>()
  readonly #flights = new Map<string, Promise<Flight>>()
  /** Counts changes. */
  #clock = 0
  readonly #changedAt = new Map<string, number>()
  /** Everything counts as changed then. */
  #allChangedAt = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#onceBytes + this.#againBytes
  }

  get size(): number {
    return this.#once.size + this.#again.size
  }

  turn(on: boolean): void {
    this.#isOn = on
    this.dropAll()
  }

  /** An answer that nobody shares and nothing keeps. */
  async make(make: () => Promise<Made>): Promise<Copy> {
    return copyOf('', { ...(await make()), tags: undefined })
  }

  /** The copy under a key, or what `make` makes. */
  async find(key: string, make: () => Promise<Made>): Promise<Copy> {
    if (!this.#isOn) return copyOf(key, await make())
    const started = performance.now()
    for (let tries = 1; ; tries++) {
      const kept = this.peek(key)
      if (kept) return kept
      const flight = this.#flights.get(key)
      const { copy, isCurrent } = await (flight ?? this.#fly(key, make))
      if (isCurrent || tries === TRIES) return copy
      // Who began it asked before the change, unless it took long; who joined may have asked after.
      if (!flight && performance.now() - started < STALE_MS) return copy
    }
  }

  /** A kept copy, which counts as asked for. */
  peek(key: string): Copy | undefined {
    const often = this.#again.get(key)
    if (often) {
      this.#again.delete(key)
      this.#again.set(key, often)
      return often
    }
    const copy = this.#once.get(key)
    if (copy) {
      this.#once.delete(key)
      this.#onceBytes -= copy.bytes
      this.#again.set(key, copy)
      this.#againBytes += copy.bytes
      this.#trim()
    }
    return copy
  }

  /** Whether it was asked for since it was made. */
  isAskedAgain(copy: Copy): boolean {
    return this.#again.get(copy.key) === copy
  }

  /** A copy in an encoding, compressed at first use. */
  async encode(copy: Copy, encoding: Encoding): Promise<Encoded> {
    const ready = copy.encoded[encoding]
    if (ready) return ready
    const body = await compress(copy.encoded.identity.body, encoding)
    const encoded: Encoded = { body, head: undefined }
    if (!copy.encoded[encoding]) {
      copy.encoded[encoding] = encoded
      this.#grow(copy, body.length)
    }
    return encoded
  }

  /** Something under this tag changed. */
  drop(tag: string): void {
    this.#clock++
    if (this.#changedAt.size >= CHANGES_MAX) {
      this.#changedAt.clear()
      this.#allChangedAt = this.#clock
    }
    this.#changedAt.set(tag, this.#clock)
    const keys = this.#byTag.get(tag)
    if (typeof keys === 'string') this.#remove(keys)
    else for (const key of keys ?? []) this.#remove(key)
  }

  dropAll(): void {
    this.#allChangedAt = ++this.#clock
    this.#changedAt.clear()
    for (const copies of [this.#once, this.#again]) copies.clear()
    this.#byTag.clear()
    this.#onceBytes = 0
    this.#againBytes = 0
  }

  #fly(key: string, make: () => Promise<Made>): Promise<Flight> {
    const began = this.#clock
    const flight = make()
      .then(made => {
        const copy = copyOf(key, made)
        const isCurrent = this.#isUnchanged(made.tags, began)
        if (isCurrent && this.#isOn && made.tags) this.#keep(copy)
        return { copy, isCurrent }
      })
      .finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }

  #isUnchanged(tags: readonly string[] | undefined, since: number): boolean {
    if (!tags) return this.#clock === since
    if (this.#allChangedAt > since) return false
    return tags.every(tag => (this.#changedAt.get(tag) ?? 0) <= since)
  }

  #keep(copy: Copy): void {
    this.#remove(copy.key)
    this.#once.set(copy.key, copy)
    this.#onceBytes += copy.bytes
    for (const tag of copy.tags ?? []) {
      const keys = this.#byTag.get(tag)
      if (keys === undefined) this.#byTag.set(tag, copy.key)
      else if (typeof keys === 'string') this.#byTag.set(tag, new Set([keys, copy.key]))
      else keys.add(copy.key)
    }
    this.#trim()
  }

  #grow(copy: Copy, bytes: number): void {
    copy.bytes += bytes
    if (this.#once.get(copy.key) === copy) this.#onceBytes += bytes
    else if (this.#again.get(copy.key) === copy) this.#againBytes += bytes
    this.#trim()
  }

  #trim(): void {
    const maxAgain = this.#maxBytes * KEPT_SHARE
    while (this.#againBytes > maxAgain) this.#remove(oldest(this.#again))
    while (this.bytes > this.#maxBytes) this.#remove(oldest(this.#once))
  }

  #remove(key: string): void {
    const seldom = this.#once.get(key)
    const copy = seldom ?? this.#again.get(key)
    if (!copy) return
    if (seldom) this.#onceBytes -= copy.bytes
    else this.#againBytes -= copy.bytes
    this.#once.delete(key)
    this.#again.delete(key)
    for (const tag of copy.tags ?? []) {
      const keys = this.#byTag.get(tag)
      if (typeof keys === 'string' ? keys === key : keys?.delete(key) && keys.size === 0)
        this.#byTag.delete(tag)
    }
  }
}

function oldest(copies: Map<string, Copy>): string {
  const [key = ''] = copies.keys()
  return key
}

function copyOf(key: string, { body, ...made }: Made): Copy {
  const head = Object.entries(made.headers).map(([name, value]) => `${name}: ${value}`)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return {
    ...made,
    key,
    digest: hash('sha256', [key, ...head, hash('sha256', body)].join('\n'), 'base64url').slice(
      0,
      22,
    ),
    encoded: { identity: { body: bytes, head: undefined } },
    bytes: bytes.length + OVERHEAD_BYTES,
  }
}
