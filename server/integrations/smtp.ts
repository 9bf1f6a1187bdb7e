import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Nodemailers from 'nodemailer'
import type { Config } from '#server/config.ts'
import { createLazyLoader } from '#server/lazy.ts'

/** A file that is sent with an email. */
export interface MailAttachment {
  filename: string
  content: Buffer
  /** The MIME type. */
  contentType: string
}

/** A rendered email. Every attempt to send it has the same `messageId`, by which mail programs recognize duplicates. */
export interface OutgoingMail {
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  messageId: string
  attachments?: MailAttachment[]
  /** The URL at which mail programs unsubscribe the receiver at one click. Source: RFC 8058. */
  unsubscribeUrl?: string
}

/** The mail server does not accept emails to a recipient. */
export class RecipientRefusedError extends Error {
  override name = 'RecipientRefusedError'
  /**
   * The codes of the mail server's reply, such as `550 5.1.1`. Its text is left out, since it can contain the address.
   */
  readonly code: string

  constructor(code: string) {
    super(`the mail server refused the recipient with ${code}`)
    this.code = code
  }

  /**
   * Whether another attempt would fail too, because no such address exists. Other refusals can end by themselves: a
   * full mailbox is emptied, and a mail server without the permission to relay is set up again. Sources: RFC 3463 for
   * the codes 5.1.1, 5.1.2, 5.1.3 and 5.1.6, RFC 7505 for 5.1.10.
   */
  get isFinal(): boolean {
    return /^5\d\d 5\.1\.(?:1|2|3|6|10)$/.test(this.code)
  }
}

export interface Mailer {
  /**
   * Sends an email.
   * @returns the mail server's reply that it accepted the email, such as `250 2.0.0 Ok: queued as 4F2`; null if the
   * email was written to a folder
   * @throws RecipientRefusedError if the mail server refused the recipient
   * @throws Error if the mail server did not accept the email, so that the job is retried
   */
  send(mail: OutgoingMail): Promise<string | null>
  /**
   * Connects to the mail server and signs in, without sending anything.
   * @throws Error if the mail server refuses, or cannot be reached
   */
  verify(): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

type Nodemailer = typeof Nodemailers
type NodemailerError = Error & {
  code: string
  responseCode: number
  response: string
  command: string
}

/**
 * Creates the sender of emails. Emails are sent over SMTP or, if no SMTP server is configured, written into the folder
 * `mails` as `.eml` files.
 */
export const createMailer = ({
  smtpUrl,
  mailFrom,
  supportEmail,
  mailNeedsTls,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'supportEmail' | 'mailNeedsTls' | 'dataDir'>): Mailer => {
  // Many emails say that they can be replied to, and nobody may read the mailbox of the sender.
  const defaults = { from: mailFrom, replyTo: supportEmail }
  return smtpUrl
    ? createSmtpMailer(smtpUrl, defaults, mailNeedsTls)
    : createFolderMailer(join(dataDir, 'mails'), defaults)
}

/** The headers of every email that does not say otherwise. */
interface MailDefaults {
  from: string
  replyTo: string
}

/** @param requireTls refuses to send an email over a connection without TLS, which would show its links to others */
function createSmtpMailer(smtpUrl: string, defaults: MailDefaults, requireTls: boolean): Mailer {
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
      const opened = await transport.get()
      const send = () => opened.sendMail({ ...defaults, ...toMessage(mail) })
      const { response } = await send().catch((error: unknown) => {
        throw toRecipientRefusal(error) ?? error
      })
      return response
    },
    async verify() {
      await (await transport.get()).verify()
    },
    close: transport.close,
  }
}

/**
 * Recognizes nodemailer's error for a recipient that was refused for good; a temporary refusal has a code from 400.
 * A refused sender has the same `code` and another `command`: it is a fault of the settings, not of the address.
 */
function toRecipientRefusal(error: unknown): RecipientRefusedError | undefined {
  const { code, responseCode, response, command } = error as Partial<NodemailerError>
  if (code !== 'EENVELOPE' || command !== 'RCPT TO') return undefined
  if (responseCode === undefined || responseCode < 500) return undefined
  const [, detail] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})/.exec(response ?? '') ?? []
  return new RecipientRefusedError(detail ? `${responseCode} ${detail}` : String(responseCode))
}

function createFolderMailer(folder: string, defaults: MailDefaults): Mailer {
  const transport = lazyTransport(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    async send(mail) {
      const { message } = await (
        await transport.get()
      ).sendMail({ ...defaults, ...toMessage(mail) })
      await mkdir(folder, { recursive: true })
      const name = mail.messageId.replace(/[^\w.-]/g, '')
      await writeFile(join(folder, `${name}.eml`), message as Buffer)
      return null
    },
    async verify() {
      await mkdir(folder, { recursive: true })
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

/** Returns an email as nodemailer takes it, with the headers from which mail programs make a button to unsubscribe. */
const toMessage = ({ unsubscribeUrl, ...mail }: OutgoingMail) => ({
  ...mail,
  ...(unsubscribeUrl && {
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
})
