/** A user of the external provider. `issuer` and `subject` identify the user; the email can change. */
export interface ExternalIdentity {
  issuer: string
  subject: string
  email: string
  /** Whether the provider has verified that the user owns the email address. */
  emailVerified: boolean
}

/** The values that protect one OAuth flow. All but `state` are secret. */
export interface OAuthChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** Thrown if the user cancelled at the provider. */
export class SignInDenied extends Error {
  constructor() {
    super('the user cancelled at the provider')
    this.name = 'SignInDenied'
  }
}

/** An OpenID Connect provider, used by the authorization code flow with PKCE, state and nonce. */
export interface ExternalSignIn {
  createChecks(): OAuthChecks
  /**
   * Returns the URL to redirect the browser to.
   * @throws Error if the provider does not answer
   */
  authorizationUrl(checks: OAuthChecks): Promise<string>
  /**
   * Exchanges the code of the callback for the user's identity.
   * @param query the raw query string of the callback URL
   * @throws SignInDenied if the user cancelled; Error if the provider does not answer or its answer is invalid
   */
  exchangeCode(query: string, checks: OAuthChecks): Promise<ExternalIdentity>
}
