import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type Provider from 'oidc-provider'
import { replyOrRedirect, sendPage } from '../shared/form-or-json.ts'
import { getPreferredLanguage } from '../shared/language.ts'
import { refuseProduction } from '../shared/refuse-production.ts'
import { GoogleAccounts } from './accounts.ts'
import { renderAccountChooser, renderHomePage } from './pages.ts'
import { createOidcProvider, type GoogleOAuthClient } from './provider.ts'

/** Options of the Google simulator. */
export interface GoogleSimulatorOptions {
  /** The port to listen on. The default 0 takes any free port. */
  port?: number
  /** The host to listen on; the default is 127.0.0.1. */
  host?: string
  /** The origin that clients use, which is also the issuer. The default is the origin that the server listens on. */
  publicOrigin?: string
  /**
   * If true, the default, the user chooses an account at every sign-in. If false, the simulator remembers the account,
   * as Google does for a browser that is signed in to Google.
   */
  stateless?: boolean
  clients: GoogleOAuthClient[]
}

/** A running Google simulator. */
export interface RunningGoogleSimulator {
  /** The origin of the simulator, which is also the issuer. */
  origin: string
  close(): Promise<void>
}

interface Choice {
  email?: string
  email_verified?: string
  hd?: string
  decision?: string
}

/**
 * Starts an OpenID Connect provider that replaces Google, with discovery, authorization code with PKCE, and an account
 * chooser that accepts any email address.
 * @throws Error if APP_ENV is production
 */
export async function startGoogleSimulator(
  options: GoogleSimulatorOptions,
): Promise<RunningGoogleSimulator> {
  refuseProduction('Google')
  const { host = '127.0.0.1', port = 0, stateless = true, clients } = options
  const accounts = new GoogleAccounts()
  // The issuer URL contains the port, which is known only after the server listens.
  const { promise: ready, resolve: setProvider } = Promise.withResolvers<Provider>()
  let isDown = false

  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (request, reply) =>
    isDown && request.url !== '/' && !request.url.startsWith('/control/')
      ? reply.code(503).send({ error: 'temporarily_unavailable' })
      : undefined,
  )
  await app.register(async chooser => {
    await chooser.register(formbody)
    chooser.route<{ Body: { mode?: string } | null }>({
      method: ['PUT', 'POST'],
      url: '/control/fault',
      async handler(request, reply) {
        const mode = request.body?.mode
        if (mode !== 'none' && mode !== 'down')
          return reply.code(400).send({ error: 'mode must be none or down' })
        isDown = mode === 'down'
        return replyOrRedirect(request, reply, { mode })
      },
    })
    chooser.get('/', (request, reply) =>
      sendPage(
        reply,
        renderHomePage(getPreferredLanguage(request.headers['accept-language']), isDown),
      ),
    )
    chooser.get('/interaction/:uid', async (request, reply) => {
      await (await ready).interactionDetails(request.raw, reply.raw)
      const language = getPreferredLanguage(request.headers['accept-language'])
      return sendPage(reply, renderAccountChooser(language, request.url, accounts.list()))
    })
    chooser.post<{ Body: Choice | null }>('/interaction/:uid', async (request, reply) => {
      const { email = '', email_verified: verified, hd, decision } = request.body ?? {}
      const allowed = decision === 'allow' && email.includes('@')
      const result = allowed
        ? {
            login: {
              accountId: accounts.signIn(email, verified !== undefined, hd),
              remember: false,
            },
          }
        : { error: 'access_denied', error_description: 'The user denied access' }
      const provider = await ready
      const { raw } = request
      return reply.redirect(await provider.interactionResult(raw, reply.raw, result), 303)
    })
  })

  await app.register(async protocol => {
    // oidc-provider parses request bodies itself, so Fastify's parsers are removed.
    protocol.removeAllContentTypeParsers()
    protocol.addContentTypeParser('*', (_request, _payload, done) => done(null))
    protocol.all('/*', async (request, reply) => {
      const provider = await ready
      const { cookie } = request.raw.headers
      if (stateless && cookie) request.raw.headers.cookie = withoutSession(cookie)
      reply.hijack()
      await provider.callback()(request.raw, reply.raw)
    })
  })

  const address = await app.listen({ host, port })
  const origin = options.publicOrigin ?? address
  setProvider(await createOidcProvider(origin, { accounts, clients, stateless }))
  return { origin, close: () => app.close() }
}

/**
 * Removes the session cookie of the OpenID provider from a Cookie header, so that an earlier sign-in does not replace
 * the chosen account.
 */
function withoutSession(cookie: string): string {
  return cookie
    .split('; ')
    .filter(pair => !pair.startsWith('_session'))
    .join('; ')
}
