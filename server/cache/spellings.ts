const SPELLINGS_MAX = 2000
const LETTERS_MAX = 200

/**
 * What addresses were found to mean, so that one asked for again is not taken apart again. Whoever invents spellings
 * without end pushes out no more than this.
 */
export class Spellings<Meaning> {
  readonly #known = new Map<string, Meaning>()

  get(address: string): Meaning | undefined {
    return this.#known.get(address)
  }

  /** @param read what an address means, by itself alone */
  meaning(address: string, read: () => Meaning): Meaning {
    const known = this.#known.get(address)
    if (known !== undefined) return known
    const meaning = read()
    if (address.length > LETTERS_MAX) return meaning
    if (this.#known.size >= SPELLINGS_MAX) this.#known.clear()
    this.#known.set(address, meaning)
    return meaning
  }
}
