/** The minimum length of a secret to search for. Shorter secrets would match unrelated text. */
const MIN_SECRET_LENGTH = 8
/** Matches the token in a mailed link. Such a token is secret, because it gives access to an account or an order. */
const MAILED_LINK =
  /\/(?:verify|reset|set|confirm-email-change|contact-email|undo-account-change|order)\/([\w.~-]{16,})/g
/** Addresses are no secrets, but the log must not contain those of buyers. */
const SECRET_FIELD = /password|token|secret|email/i

/**
 * Collects the log of the app under test and every secret that the tests use: sent passwords and email addresses,
 * received cookies, mailed links. The log must not contain any of them.
 */
export class SecretLeakDetector {
  readonly #lines: string[] = []
  readonly #secrets = new Map<string, string>()

  /** The stream to which the app writes its log. */
  readonly logStream = {
    write: (line: string): void => {
      this.#lines.push(line)
    },
  }

  /** Returns the lines of the log that contain a text. */
  findLines(text: string): string[] {
    return this.#lines.filter(line => line.includes(text))
  }

  addSecret(what: string, secret: string | undefined): void {
    if (secret && secret.length >= MIN_SECRET_LENGTH) this.#secrets.set(secret, what)
  }

  /** Adds the values of those fields whose names say that they are secret, such as `password`. */
  addSecretFields(fields: object | undefined): void {
    for (const [name, value] of Object.entries(fields ?? {}))
      if (typeof value === 'string' && SECRET_FIELD.test(name)) this.addSecret(name, value.trim())
  }

  addMailedTokens(text: string): void {
    for (const [, token] of text.matchAll(MAILED_LINK)) this.addSecret('mailed link', token)
  }

  /**
   * Checks that the log contains no secret.
   * @throws Error with the kind of each leaked secret and its log line, in which secrets are masked
   */
  assertNoLeaks(): void {
    const found = this.#lines.flatMap(line =>
      [...this.#secrets]
        .filter(([secret]) => line.includes(secret))
        .map(([, what]) => `${what} in ${this.#hide(line).slice(0, 300)}`),
    )
    if (found.length > 0)
      throw new Error(`secrets in the log:\n${[...new Set(found)].slice(0, 10).join('\n')}`)
  }

  /** Forgets the log, and all secrets except those that were added as a `setting`. */
  clear(): void {
    this.#lines.length = 0
    for (const [secret, what] of this.#secrets) if (what !== 'setting') this.#secrets.delete(secret)
  }

  #hide(line: string): string {
    return [...this.#secrets.keys()].reduce((text, secret) => text.replaceAll(secret, '…'), line)
  }
}
