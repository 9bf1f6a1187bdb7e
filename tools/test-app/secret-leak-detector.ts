/** Shorter ones would be found by chance. */
const SHORTEST = 8
/** Links in mails that open something for whoever holds them. */
const LINK = /\/(?:verify|reset|set|confirm-email-change|order)\/([\w.~-]{16,})/g
const SECRET_FIELD = /password|token|secret/i

/**
 * Reads everything that the app under test writes down, and knows every secret that was used meanwhile:
 * passwords that were sent, cookies that were set, links that were mailed. None may stand in a log.
 */
export class SecretLeakDetector {
  readonly #lines: string[] = []
  readonly #secrets = new Map<string, string>()

  /** Where the log goes. */
  readonly sink = {
    write: (line: string): void => {
      this.#lines.push(line)
    },
  }

  know(what: string, secret: string | undefined): void {
    if (secret && secret.length >= SHORTEST) this.#secrets.set(secret, what)
  }

  /** What a call sends: fields by their names. */
  knowFields(fields: object | undefined): void {
    for (const [name, value] of Object.entries(fields ?? {}))
      if (typeof value === 'string' && SECRET_FIELD.test(name)) this.know(name, value.trim())
  }

  knowMail(text: string): void {
    for (const [, token] of text.matchAll(LINK)) this.know('mailed link', token)
  }

  /** @throws Error naming what was written down, and the line without it */
  judge(): void {
    const found = this.#lines.flatMap(line =>
      [...this.#secrets]
        .filter(([secret]) => line.includes(secret))
        .map(([, what]) => `${what} in ${this.#hide(line).slice(0, 300)}`),
    )
    if (found.length > 0)
      throw new Error(`secrets in the log:\n${[...new Set(found)].slice(0, 10).join('\n')}`)
  }

  #hide(line: string): string {
    return [...this.#secrets.keys()].reduce((text, secret) => text.replaceAll(secret, '…'), line)
  }
}
