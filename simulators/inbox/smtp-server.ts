import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'
import type { InboxFault } from './faults.ts'

/**
 * Opens a real SMTP server that puts every mail into the mailbox. Anyone may send; a log-in is
 * accepted whatever it says.
 */
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
    onRcptTo: (_to, _session, done) => done(errorForFault(fault())),
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      callbackify(async () => storeForEachRecipient(mailbox, recipients, await buffer(stream)))(
        done,
      )
    },
  })
  // A connection that breaks off is the sender's affair.
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
  const kept = recipients.map(to =>
    mailbox.add({
      to: to.toLowerCase(),
      from: mail.from?.address ?? '',
      replyTo: mail.replyTo?.[0]?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      messageId: mail.messageId ?? '',
    }),
  )
  await Promise.all(kept)
}

/** A sender that stayed connected meets the fault with its next mail. */
function errorForFault(fault: InboxFault): Error | null {
  if (fault === 'down') return smtpError(421, 'down')
  return fault === 'reject' ? smtpError(550, 'mailbox unavailable') : null
}

const smtpError = (responseCode: number, text: string) =>
  Object.assign(new Error(`Simulated: ${text}`), { responseCode })
