import { randomUUID } from 'node:crypto'
import type { JsonLines } from '../shared/json-lines.ts'

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
export type InboxChange = { message: Message } | { cleared: true }

const MOST_KEPT = 500

/** The newest 500 messages, in memory and in a file. */
export class Mailbox {
  readonly #lines: JsonLines<InboxChange>
  #messages: Message[] = []

  constructor(lines: JsonLines<InboxChange>) {
    this.#lines = lines
    for (const change of lines.earlier) this.#apply(change)
  }

  /** Keeps a message; resolves when it is on disk. */
  keep(message: Omit<Message, 'id' | 'date'>): Promise<void> {
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

  #record(change: InboxChange): Promise<void> {
    this.#apply(change)
    this.#lines.append(change)
    return this.#lines.flushed()
  }

  #apply(change: InboxChange): void {
    this.#messages =
      'cleared' in change ? [] : [...this.#messages, change.message].slice(-MOST_KEPT)
  }
}
