import { randomUUID } from 'node:crypto'
import type { JsonLinesFile } from '../shared/json-lines.ts'

/** An email that the SMTP server received. An email to several recipients is stored once for each. */
export interface StoredMail {
  id: string
  /** The recipient's email address in lower case. */
  to: string
  from: string
  /** The Reply-To address; empty if replies go to the sender. */
  replyTo: string
  subject: string
  text: string
  html: string
  /** The Message-ID including its angle brackets. */
  messageId: string
  attachments: { filename: string; mimeType: string; base64: string }[]
  /** The values of the headers List-Unsubscribe and List-Unsubscribe-Post; empty without these headers. */
  unsubscribe: string
  unsubscribePost: string
  /** The time at which the email arrived, in ISO 8601. */
  date: string
}

/** A line of the mailbox file: a new email, or the deletion of all emails. */
export type MailboxChange = { message: StoredMail } | { cleared: true }

/** Stores the newest emails in memory and in an append-only file. */
export class Mailbox {
  readonly #lines: JsonLinesFile<MailboxChange>
  readonly #maxMessages: number
  #messages: StoredMail[] = []
  /** The same emails by recipient, since tests ask for the emails to one address again and again. */
  #byRecipient = new Map<string, StoredMail[]>()

  constructor(lines: JsonLinesFile<MailboxChange>, maxMessages: number) {
    this.#lines = lines
    this.#maxMessages = maxMessages
    for (const change of lines.initialRows) this.#apply(change)
  }

  /** Stores an email. The promise resolves when the email is on disk. */
  add(message: Omit<StoredMail, 'id' | 'date'>): Promise<void> {
    const stored = { ...message, id: randomUUID(), date: new Date().toISOString() }
    return this.#record({ message: stored })
  }

  clear(): Promise<void> {
    return this.#record({ cleared: true })
  }

  /**
   * Lists the emails, oldest first.
   * @param to returns only the emails to this address, ignoring upper and lower case
   */
  list(to?: string): StoredMail[] {
    const recipient = to?.trim().toLowerCase()
    return recipient ? (this.#byRecipient.get(recipient) ?? []) : this.#messages
  }

  close(): Promise<void> {
    return this.#lines.close()
  }

  #record(change: MailboxChange): Promise<void> {
    this.#apply(change)
    this.#lines.append(change)
    return this.#lines.flushed()
  }

  #apply(change: MailboxChange): void {
    if ('cleared' in change) {
      this.#messages = []
      this.#byRecipient.clear()
      return
    }
    const { message } = change
    this.#messages.push(message)
    this.#byRecipient.set(message.to, [...(this.#byRecipient.get(message.to) ?? []), message])
    if (this.#messages.length > this.#maxMessages) this.#removeOldest()
  }

  #removeOldest(): void {
    const { to } = this.#messages.shift()!
    const [, ...rest] = this.#byRecipient.get(to)!
    if (rest.length > 0) this.#byRecipient.set(to, rest)
    else this.#byRecipient.delete(to)
  }
}
