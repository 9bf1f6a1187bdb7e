import { join } from 'node:path'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { replyOrRedirect, sendPage } from '../shared/form-or-json.ts'
import { openJsonLines } from '../shared/json-lines.ts'
import { getPreferredLanguage } from '../shared/language.ts'
import { refuseProduction } from '../shared/refuse-production.ts'
import { INBOX_FAULTS, type InboxFault } from './faults.ts'
import { startSmtpServer } from './smtp-server.ts'
import { type MailboxChange, Mailbox } from './mailbox.ts'
import { renderInboxPage, renderMessagePage } from './pages.ts'

/** Options of the mail simulator. */
export interface InboxSimulatorOptions {
  /** The HTTP port to listen on. For this port and `smtpPort`, the default 0 takes any free port. */
  httpPort?: number
  smtpPort?: number
  /** The host to listen on; the default is 127.0.0.1. */
  host?: string
  /** The origin that people use, if it differs from the origin that the server listens on. */
  publicOrigin?: string
  /** The folder of the file that keeps emails across restarts. If undefined, emails are only kept in memory. */
  dataDir?: string
  /** The number of emails that are kept; the oldest is dropped first. The default is 500. */
  maxMessages?: number
}

/** A running mail simulator. */
export interface RunningInboxSimulator {
  /** The origin of the inbox pages and the inbox API. */
  origin: string
  /** The URL of the simulator's SMTP server, such as `smtp://127.0.0.1:3004`. */
  smtpUrl: string
  close(): Promise<void>
}

/**
 * Starts a mail service that delivers nothing: an SMTP server, and pages and an API that show the received emails.
 * @throws Error if APP_ENV is production
 */
export async function startInboxSimulator(
  options: InboxSimulatorOptions = {},
): Promise<RunningInboxSimulator> {
  refuseProduction('The inbox')
  const { host = '127.0.0.1', httpPort = 0, smtpPort = 0, dataDir, maxMessages = 500 } = options
  const file = dataDir && join(dataDir, 'inbox.jsonl')
  const mailbox = new Mailbox(await openJsonLines<MailboxChange>(file), maxMessages)
  let fault: InboxFault = 'none'

  const app = Fastify({ forceCloseConnections: true })
  await app.register(formbody)
  app.get<{ Querystring: { to?: string } }>('/api/messages', ({ query }) => mailbox.list(query.to))
  app.delete('/api/messages', async (_request, reply) => {
    await mailbox.clear()
    return reply.code(204).send()
  })
  app.post('/api/messages/clear', async (request, reply) => {
    await mailbox.clear()
    return replyOrRedirect(request, reply, [])
  })
  app.route<{ Body: { mode?: unknown } | null }>({
    method: ['PUT', 'POST'],
    url: '/api/fault',
    async handler(request, reply) {
      const mode = INBOX_FAULTS.find(candidate => candidate === request.body?.mode)
      if (!mode)
        return reply.code(400).send({ error: `mode must be one of ${INBOX_FAULTS.join(', ')}` })
      fault = mode
      return replyOrRedirect(request, reply, { mode })
    },
  })
  app.get<{ Querystring: { to?: string } }>('/', ({ headers, query }, reply) => {
    const language = getPreferredLanguage(headers['accept-language'])
    return sendPage(reply, renderInboxPage(language, mailbox.list(query.to), fault))
  })
  app.get<{ Params: { id: string } }>('/messages/:id', ({ headers, params }, reply) => {
    const language = getPreferredLanguage(headers['accept-language'])
    const message = mailbox.list().find(({ id }) => id === params.id)
    return sendPage(reply, renderMessagePage(language, message), message ? 200 : 404)
  })

  // `localhost` can be an IPv4 or an IPv6 address, but the SMTP server listens on IPv4 only.
  const smtpHost = host === 'localhost' ? '127.0.0.1' : host
  const smtp = await startSmtpServer({
    host: smtpHost,
    port: smtpPort,
    mailbox,
    fault: () => fault,
  })
  const address = await app.listen({ host, port: httpPort })
  return {
    origin: options.publicOrigin ?? address,
    smtpUrl: `smtp://${smtpHost}:${smtp.port}`,
    async close() {
      await app.close()
      await smtp.close()
      await mailbox.close()
    },
  }
}
