interface Asked<V> {
  promise: Promise<V | undefined>
  resolve: (value: V | undefined) => void
  reject: (error: unknown) => void
}

/** Questions of one statement. */
const TOGETHER_MAX = 64
/** How long the next questions wait for a statement under way: one that hangs must not hold up all. */
const PATIENCE_MS = 50

type Batch<K, V> = Map<K, Asked<V>>

/**
 * Asks the database for many rows by their keys in one statement, where they are asked for at the same time: what
 * comes in one turn of the event loop goes together, and so does what comes while a statement is under way.
 * Somebody alone waits for nobody. Not for transactions: whoever joins reads what is committed.
 *
 * Many who ask without end go in two halves by turns: the database looks for the rows of one while the other is
 * answered and asks anew. In one statement for all, the database and this process would wait for each other.
 */
export class Gathered<K, V> {
  readonly #find: (keys: K[]) => Promise<ReadonlyMap<K, V>>
  #asked = new Map<K, Asked<V>>()
  #underWay: Batch<K, V> | undefined
  /** Of the last statement: who is answered or about to be. */
  #lastSize = 0
  #isDue = false

  constructor(find: (keys: K[]) => Promise<ReadonlyMap<K, V>>) {
    this.#find = find
  }

  /** The row of a key, or undefined where there is none. */
  get(key: K): Promise<V | undefined> {
    const joined = this.#asked.get(key)
    if (joined) return joined.promise
    const asked: Asked<V> = Promise.withResolvers<V | undefined>()
    this.#asked.set(key, asked)
    this.#plan()
    return asked.promise
  }

  #plan(): void {
    if (this.#isDue || this.#underWay || this.#asked.size === 0) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      void this.#send()
    })
  }

  async #send(): Promise<void> {
    const half = Math.ceil((this.#asked.size + this.#lastSize) / 2)
    const batch: Batch<K, V> = new Map([...this.#asked].slice(0, Math.min(half, TOGETHER_MAX)))
    for (const key of batch.keys()) this.#asked.delete(key)
    this.#underWay = batch
    this.#lastSize = batch.size
    const goOn = () => {
      if (this.#underWay !== batch) return
      this.#underWay = undefined
      if (this.#asked.size > 0) void this.#send()
    }
    const tooLong = setTimeout(goOn, PATIENCE_MS)
    try {
      const found = await this.#find([...batch.keys()])
      // What else has arrived in this turn of the event loop goes with the next statement, and that one goes out
      // first.
      setImmediate(() => {
        goOn()
        process.nextTick(() => {
          for (const [key, { resolve }] of batch) resolve(found.get(key))
        })
      })
    } catch (error) {
      goOn()
      for (const { reject } of batch.values()) reject(error)
    } finally {
      clearTimeout(tooLong)
    }
  }
}
