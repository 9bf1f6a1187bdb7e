import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'
import type { InboxFault } from './faults.ts'

/** Starts an SMTP server that stores every email in the mailbox. It accepts any sender and any credentials. */
export async function startSmtpServer(needs: {
  host: string
  port: number
  mailbox: Mailbox
  fault: () => InboxFault
}): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port, mailbox, fault } = needs
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 200,
    logger: false,
    onConnect: (_session, done) => done(fault() === 'down' ? smtpError(421, 'down') : null),
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_from, _session, done) =>
      done(fault() === 'bad_sender' ? smtpError(550, 'bad sender', '5.1.8') : null),
    onRcptTo: ({ address }, _session, done) => done(errorForFault(fault(), address)),
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      callbackify(async () => storeForEachRecipient(mailbox, recipients, await buffer(stream)))(
        done,
      )
    },
  })
  // A broken connection needs no handling here, since the sender gets an error too.
  server.on('error', () => {})
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

async function storeForEachRecipient(
  mailbox: Mailbox,
  recipients: string[],
  source: Buffer,
): Promise<void> {
  const mail = await PostalMime.parse(source)
  const additions = recipients.map(to =>
    mailbox.add({
      to: to.toLowerCase(),
      from: mail.from?.address ?? '',
      replyTo: mail.replyTo?.[0]?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      messageId: mail.messageId ?? '',
      attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? '',
        mimeType,
        base64: Buffer.from(content as ArrayBuffer).toString('base64'),
      })),
      unsubscribe: readHeader(mail, 'list-unsubscribe'),
      unsubscribePost: readHeader(mail, 'list-unsubscribe-post'),
    }),
  )
  await Promise.all(additions)
}

const readHeader = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value ?? ''

/**
 * Returns the SMTP error of a fault. The fault is checked for each recipient, so that open connections are affected by
 * a new fault too.
 */
function errorForFault(fault: InboxFault, recipient: string): Error | null {
  if (fault === 'down') return smtpError(421, 'down')
  if (fault === 'greylist') return smtpError(450, `<${recipient}>: try again later`, '4.2.0')
  if (fault === 'unknown') return smtpError(550, 'no such address', '5.1.1')
  return fault === 'reject' ? smtpError(550, 'mailbox unavailable') : null
}

const smtpError = (responseCode: number, text: string, detailCode = '') =>
  Object.assign(new Error(`${detailCode} Simulated: ${text}`.trim()), { responseCode })
