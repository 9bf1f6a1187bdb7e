import { randomUUID } from 'node:crypto'
import type { JsonLinesFile } from '../shared/json-lines.ts'

/** A mail as it came. */
export interface Message {
  id: string
  /** The address it was delivered to; a mail to two people is two messages. */
  to: string
  from: string
  /** Where an answer goes; empty where to the sender. */
  replyTo: string
  subject: string
  text: string
  html: string
  /** With its angle brackets. */
  messageId: string
  /** When it came, ISO 8601. */
  date: string
}

/** A line of the mailbox's file. */
export type MailboxChange = { message: Message } | { cleared: true }

const MAX_MESSAGES = 500

/** The newest 500 messages, in memory and in a file. */
export class Mailbox {
  readonly #lines: JsonLinesFile<MailboxChange>
  #messages: Message[] = []

  constructor(lines: JsonLinesFile<MailboxChange>) {
    this.#lines = lines
    for (const change of lines.initialRows) this.#apply(change)
  }

  /** Keeps a message; resolves when it is on disk. */
  add(message: Omit<Message, 'id' | 'date'>): Promise<void> {
    const kept = { ...message, id: randomUUID(), date: new Date().toISOString() }
    return this.#record({ message: kept })
  }

  clear(): Promise<void> {
    return this.#record({ cleared: true })
  }

  /** Oldest first. @param to an address, in any case of letters */
  list(to?: string): Message[] {
    const wanted = to?.trim().toLowerCase()
    return wanted ? this.#messages.filter(message => message.to === wanted) : this.#messages
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
    this.#messages =
      'cleared' in change ? [] : [...this.#messages, change.message].slice(-MAX_MESSAGES)
  }
}
