import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Nodemailers from 'nodemailer'
import { createLazyLoader } from '#server/lazy.ts'

/** A rendered email. Every attempt to send it has the same `messageId`, by which mail programs recognize duplicates. */
export interface OutgoingMail {
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  messageId: string
}

export interface Mailer {
  /**
   * Sends an email.
   * @throws Error if the mail server did not accept the email, so that the job is retried
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

type Nodemailer = typeof Nodemailers

/**
 * Creates the sender of emails. Emails are sent over SMTP or, if no SMTP server is configured, written into `folder` as
 * `.eml` files.
 */
export function createMailer({
  smtpUrl,
  from,
  folder,
  requireTls,
}: {
  smtpUrl: string | undefined
  from: string
  folder: string
  /** Refuses to send an email over a connection without TLS, which would show its links to others. */
  requireTls: boolean
}): Mailer {
  return smtpUrl ? createSmtpMailer(smtpUrl, from, requireTls) : createFolderMailer(folder, from)
}

function createSmtpMailer(smtpUrl: string, from: string, requireTls: boolean): Mailer {
  const transport = lazyTransport(({ createTransport }) =>
    createTransport({
      url: smtpUrl,
      pool: true,
      requireTLS: requireTls,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    }),
  )
  return {
    async send(mail) {
      await (await transport.get()).sendMail({ from, ...mail })
    },
    close: transport.close,
  }
}

function createFolderMailer(folder: string, from: string): Mailer {
  const transport = lazyTransport(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    async send(mail) {
      const { message } = await (await transport.get()).sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true })
      const name = mail.messageId.replace(/[^\w.-]/g, '')
      await writeFile(join(folder, `${name}.eml`), message as Buffer)
    },
    close: transport.close,
  }
}

/** Loads nodemailer when the first email is sent, since its code is as large as the server's own code. */
function lazyTransport<T extends { close(): void }>(create: (nodemailer: Nodemailer) => T) {
  let transport: T | undefined
  const get = createLazyLoader(async () => {
    const { default: nodemailer } = await import('nodemailer')
    return (transport = create(nodemailer))
  })
  return { get, close: () => transport?.close() }
}
