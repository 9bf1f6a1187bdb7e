/** Shorter ones would be found by chance. */
const MIN_SECRET_LENGTH = 8
/** Links in mails that open something for whoever holds them. */
const MAILED_LINK = /\/(?:verify|reset|set|confirm-email-change|order)\/([\w.~-]{16,})/g
const SECRET_FIELD = /password|token|secret/i

/**
 * Reads everything that the app under test writes down, and knows every secret that was used meanwhile:
 * passwords that were sent, cookies that were set, links that were mailed. None may stand in a log.
 */
export class SecretLeakDetector {
  readonly #lines: string[] = []
  readonly #secrets = new Map<string, string>()

  /** Where the log goes. */
  readonly logStream = {
    write: (line: string): void => {
      this.#lines.push(line)
    },
  }

  addSecret(what: string, secret: string | undefined): void {
    if (secret && secret.length >= MIN_SECRET_LENGTH) this.#secrets.set(secret, what)
  }

  /** What a call sends: fields by their names. */
  addSecretFields(fields: object | undefined): void {
    for (const [name, value] of Object.entries(fields ?? {}))
      if (typeof value === 'string' && SECRET_FIELD.test(name)) this.addSecret(name, value.trim())
  }

  addMailedTokens(text: string): void {
    for (const [, token] of text.matchAll(MAILED_LINK)) this.addSecret('mailed link', token)
  }

  /** @throws Error naming what was written down, and the line without it */
  assertNoLeaks(): void {
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
