import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Nodemailers from 'nodemailer'
import { lazy } from '#server/lazy.ts'

/** A mail ready to leave. `messageId` is stable over retries, so that a repeat is recognised. */
export interface Mail {
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  messageId: string
}

export interface Mailer {
  /** @throws Error when the server did not take it; the job tries again */
  send(mail: Mail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

type Nodemailer = typeof Nodemailers

/** Sends over SMTP, or writes `.eml` files into `folder` where no server is set. */
export function createMailer({
  smtpUrl,
  from,
  folder,
}: {
  smtpUrl: string | undefined
  from: string
  folder: string
}): Mailer {
  return smtpUrl ? overSmtp(smtpUrl, from) : intoFolder(folder, from)
}

function overSmtp(smtpUrl: string, from: string): Mailer {
  const transport = onFirstMail(({ createTransport }) =>
    createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    }),
  )
  return {
    async send(mail) {
      await (await transport.open()).sendMail({ from, ...mail })
    },
    close: transport.close,
  }
}

function intoFolder(folder: string, from: string): Mailer {
  const transport = onFirstMail(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    async send(mail) {
      const { message } = await (await transport.open()).sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true })
      const name = mail.messageId.replace(/[^\w.-]/g, '')
      await writeFile(join(folder, `${name}.eml`), message as Buffer)
    },
    close: transport.close,
  }
}

/** Nodemailer is loaded with the first mail: it weighs as much as the server's own code. */
function onFirstMail<T extends { close(): void }>(create: (nodemailer: Nodemailer) => T) {
  let opened: T | undefined
  const open = lazy(async () => {
    const { default: nodemailer } = await import('nodemailer')
    return (opened = create(nodemailer))
  })
  return { open, close: () => opened?.close() }
}
