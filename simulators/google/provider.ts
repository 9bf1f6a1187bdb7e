import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import type { GoogleAccounts } from './accounts.ts'
import { createMemoryAdapter } from './memory-adapter.ts'

/** The OAuth client that the simulator accepts. The client sends its secret in the body of the token request. */
export interface GoogleOAuthClient {
  clientId: string
  clientSecret: string
  redirectUris: string[]
}

interface Setup {
  accounts: GoogleAccounts
  clients: GoogleOAuthClient[]
  stateless: boolean
}

/**
 * Creates the OpenID provider. It supports only the authorization code flow with PKCE and returns the claims that
 * Google returns.
 */
export async function createOidcProvider(issuer: string, setup: Setup): Promise<Provider> {
  const { accounts, clients, stateless } = setup
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: newKeyId() }
  const configuration: Configuration = {
    clients: clients.map(({ clientId, clientSecret, redirectUris }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    adapter: createMemoryAdapter(),
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    // As at Google, the ID token contains the claims; with the library's default, only the userinfo response would.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: {
      url: (_context, interaction) => `/interaction/${interaction.uid}`,
      policy: createInteractionPolicy(stateless),
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 600,
      IdToken: 3600,
      Interaction: 3600,
      Grant: 3600,
      Session: 3600,
    },
    findAccount(_context, sub) {
      const account = accounts.find(sub)
      return account && { accountId: sub, claims: () => ({ ...account }) }
    },
    // Pressing "Continue" on the account chooser counts as consent to all requested scopes.
    async loadExistingGrant({ oidc }) {
      const { client, session, provider, params } = oidc
      const accountId = session?.accountId
      if (!client || !accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId })
      grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid')
      await grant.save()
      return grant
    },
  }
  return new Provider(issuer, configuration)
}

function createInteractionPolicy(stateless: boolean) {
  const prompts = interactionPolicy.base()
  if (stateless)
    prompts
      .get('login')!
      .checks.add(
        new interactionPolicy.Check(
          'account_not_chosen',
          'an account is chosen for every sign-in',
          ({ oidc }) => oidc.result?.login === undefined,
        ),
      )
  return prompts
}

const newKeyId = () => randomBytes(8).toString('hex')
