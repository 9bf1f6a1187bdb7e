import * as client from 'openid-client'
import * as z from 'zod/mini'
import { googleCallback } from '#contract/accounts/google.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import type { OAuthChecks, ExternalIdentity, ExternalSignIn } from './external-sign-in.ts'
import { SignInDeniedError } from './external-sign-in.ts'

const TIMEOUT_SECONDS = 8
/** The time in milliseconds for which the provider's metadata and keys are cached. */
const DISCOVERY_MS = HOUR_MS
const CANCELLED = new Set(['access_denied', 'interaction_required', 'consent_required'])

const Claims = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string(),
  // The claim can be a boolean or, from some providers, the string 'true' or 'false'.
  email_verified: z.optional(z.union([z.boolean(), z.stringbool()])),
  /** The domain of a Google Workspace organization that the account belongs to. */
  hd: z.optional(z.string()),
})

interface GoogleSettings {
  issuer: string
  clientId: string
  clientSecret: string
}

/**
 * Creates the sign-in with Google, or with the OpenID Connect provider at `issuer`. The provider's metadata is read at
 * the first sign-in, so that the server starts even if the provider is down. The signature of the ID token is checked
 * although the token arrives over TLS.
 */
export function createGoogle(settings: GoogleSettings, publicOrigin: string): ExternalSignIn {
  const { issuer, clientId, clientSecret } = settings
  const redirectUri = `${publicOrigin}/api${googleCallback.path}`
  let cachedDiscovery: { configuration: Promise<client.Configuration>; until: number } | undefined

  function configuration(): Promise<client.Configuration> {
    if (cachedDiscovery && cachedDiscovery.until > Date.now()) return cachedDiscovery.configuration
    const discovery = client.discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      client.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          client.enableNonRepudiationChecks,
          // Plain HTTP is allowed here, because the configuration accepts such an issuer only on this machine and never
          // in production.
          ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    )
    cachedDiscovery = { configuration: discovery, until: Date.now() + DISCOVERY_MS }
    discovery.catch(() => {
      cachedDiscovery = undefined
    })
    return discovery
  }

  return {
    createChecks: () => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    }),

    async authorizationUrl({ state, nonce, codeVerifier }: OAuthChecks): Promise<string> {
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return url.href
    },

    async exchangeCode(query: string, { state, nonce, codeVerifier }): Promise<ExternalIdentity> {
      const callbackUrl = new URL(redirectUri)
      callbackUrl.search = query
      const exchange = async () =>
        client.authorizationCodeGrant(await configuration(), callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
      const tokens = await exchange().catch((error: unknown) => {
        if (error instanceof client.AuthorizationResponseError && CANCELLED.has(error.error))
          throw new SignInDeniedError()
        throw error
      })
      const claims = z.parse(Claims, tokens.claims())
      const emailVerified = claims.email_verified === true
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: claims.email,
        emailVerified,
        isAuthoritative: emailVerified && isHostedByGoogle(claims.email, claims.hd),
      }
    },
  }
}

const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Tells whether Google hosts an email address: an address of Gmail, or of the Google Workspace organization `hd`.
 * Source: Google, "Verify the Google ID token on your server side".
 */
function isHostedByGoogle(email: string, hd: string | undefined): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return GMAIL_DOMAINS.has(domain) || hd?.toLowerCase() === domain
}
