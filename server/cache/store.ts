import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Encoded, type Encoding, WORTH_BYTES, compress } from './encoding.ts'

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
  /** Asked for since it was made. */
  isAskedAgain: boolean
  /** Where its tags' changes are remembered. */
  places: readonly number[]
  /** The count of changes when it was last known to be current; at first, when its making began. */
  currentAt: number
  /** All of it in memory. */
  bytes: number
}

interface Flight {
  copy: Copy
  /** False where something it was made from changed meanwhile. */
  isCurrent: boolean
}

/** For what was asked for twice, so that asking once for very many things pushes nothing of it out. */
const KEPT_SHARE = 2 / 3
/** What a copy takes besides its bytes, about. */
const OVERHEAD_BYTES = 2048
/** Tags that share one change together: a few copies are made anew for nothing. */
const PLACES = 2 ** 16
/** Who waited longer than this for something that changed meanwhile gets the newer one. */
const STALE_MS = 50
const TRIES = 4

/**
 * Copies of answers in memory, least recently used out first. Many who ask for one thing at once share its
 * making. Each tag remembers when it changed last, and a copy whose making began before that is none: what changed
 * while it was being made, and what changed since. It takes its room until it is asked for, or pushed out.
 */
export class Copies {
  /** Keeps nothing while it is off: nobody would hear of changes. */
  #isOn = false
  /** Asked for once, and more than once. */
  readonly #once: LRUCache<string, Copy>
  readonly #again: LRUCache<string, Copy>
  readonly #flights = new Map<string, Promise<Flight>>()
  /** Counts changes. */
  #clock = 0
  /** By the places of tags. */
  readonly #changedAt = new Float64Array(PLACES)
  /** Everything counts as changed then. */
  #allChangedAt = 0

  constructor(maxBytes: number) {
    const room = (share: number) =>
      new LRUCache<string, Copy>({
        maxSize: Math.floor(maxBytes * share),
        sizeCalculation: ({ bytes }) => bytes,
      })
    this.#again = room(KEPT_SHARE)
    this.#once = room(1 - KEPT_SHARE)
  }

  get bytes(): number {
    return this.#once.calculatedSize + this.#again.calculatedSize
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
    return copyOf('', { ...(await make()), tags: undefined }, this.#clock)
  }

  /** The copy under a key, or what `make` makes; a promise only where there is something to wait for. */
  find(key: string, make: () => Promise<Made>): Copy | Promise<Copy> {
    return this.peek(key) ?? this.#obtain(key, make)
  }

  /** A kept copy, which counts as asked for. One that is outdated is let go. */
  peek(key: string): Copy | undefined {
    const often = this.#again.get(key)
    const copy = often ?? this.#once.peek(key)
    if (!copy) return undefined
    const isCurrent = this.#isCurrent(copy)
    if (often && isCurrent) return copy
    this.#once.delete(key)
    if (!isCurrent) {
      this.#again.delete(key)
      return undefined
    }
    copy.isAskedAgain = true
    this.#again.set(key, copy)
    return copy
  }

  /** A copy in an encoding, compressed at first use. */
  async encode(copy: Copy, encoding: Encoding): Promise<Encoded> {
    const ready = copy.encoded[encoding]
    if (ready) return ready
    const { body: plain } = copy.encoded.identity
    const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain
    const body = await compress(bytes, encoding)
    const encoded: Encoded = { body, bytes: body.length, head: undefined }
    if (!copy.encoded[encoding]) {
      copy.encoded[encoding] = encoded
      this.#grow(copy, body.length)
    }
    return encoded
  }

  /** Something under this tag changed. */
  drop(tag: string): void {
    this.#changedAt[placeOf(tag)] = ++this.#clock
  }

  dropAll(): void {
    this.#allChangedAt = ++this.#clock
    for (const copies of [this.#once, this.#again]) copies.clear()
  }

  async #obtain(key: string, make: () => Promise<Made>): Promise<Copy> {
    if (!this.#isOn) return copyOf(key, await make(), this.#clock)
    const started = performance.now()
    for (let tries = 1; ; tries++) {
      const flight = this.#flights.get(key)
      const { copy, isCurrent } = await (flight ?? this.#fly(key, make))
      if (isCurrent || tries === TRIES) return copy
      // Who began it asked before the change, unless it took long; who joined may have asked after.
      if (!flight && performance.now() - started < STALE_MS) return copy
      const kept = this.peek(key)
      if (kept) return kept
    }
  }

  #fly(key: string, make: () => Promise<Made>): Promise<Flight> {
    const began = this.#clock
    const flight = this.#land(key, make(), began)
    this.#flights.set(key, flight)
    return flight
  }

  async #land(key: string, making: Promise<Made>, began: number): Promise<Flight> {
    try {
      const copy = copyOf(key, await making, began)
      const isCurrent = this.#isCurrent(copy)
      if (isCurrent && this.#isOn && copy.tags) this.#keep(copy)
      return { copy, isCurrent }
    } finally {
      this.#flights.delete(key)
    }
  }

  #isCurrent(copy: Copy): boolean {
    const { tags, places, currentAt } = copy
    if (currentAt === this.#clock) return true
    if (!tags || this.#allChangedAt > currentAt) return false
    for (const place of places) if (this.#changedAt[place]! > currentAt) return false
    copy.currentAt = this.#clock
    return true
  }

  #keep(copy: Copy): void {
    this.#again.delete(copy.key)
    this.#once.set(copy.key, copy)
  }

  #grow(copy: Copy, bytes: number): void {
    copy.bytes += bytes
    for (const copies of [this.#once, this.#again])
      if (copies.peek(copy.key) === copy) {
        // What is set again under its key is not measured again.
        copies.delete(copy.key)
        copies.set(copy.key, copy)
      }
  }
}

/** FNV-1a, folded. */
function placeOf(tag: string): number {
  let hashed = 0x811c9dc5
  for (let nth = 0; nth < tag.length; nth++)
    hashed = Math.imul(hashed ^ tag.charCodeAt(nth), 0x01000193)
  return (hashed ^ (hashed >>> 16)) & (PLACES - 1)
}

function copyOf(key: string, made: Made, currentAt: number): Copy {
  const { status, headers, tags, body } = made
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const isText = typeof body === 'string'
  const bytes = isText ? Buffer.byteLength(body) : body.length
  const told = [key, ...head, isText ? body : hash('sha256', body)].join('\n')
  // Named one by one: to copy what is left of an object takes as long as its digest.
  return {
    status,
    headers,
    tags,
    key,
    digest: hash('sha256', told, 'base64url').slice(0, 22),
    encoded: {
      identity: {
        body: isText && bytes >= WORTH_BYTES ? Buffer.from(body) : body,
        bytes,
        head: undefined,
      },
    },
    isAskedAgain: false,
    places: tags?.map(placeOf) ?? [],
    currentAt,
    bytes: bytes + OVERHEAD_BYTES,
  }
}
