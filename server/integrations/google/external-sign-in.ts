/** A user's account at the external provider. `issuer` and `subject` identify the account; its email can change. */
export interface ExternalIdentity {
  issuer: string
  subject: string
  email: string
  /** Whether the provider has verified that the user owns the email address. */
  emailVerified: boolean
  /**
   * Whether the provider hosts the address, so that who signs in can read its mail now. For any other address,
   * `emailVerified` says only that they could read it once.
   */
  isAuthoritative: boolean
}

/** The values that protect one OAuth flow. All of them but `state` are secret. */
export interface OAuthChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** Thrown if the user cancelled the sign-in at the provider. */
export class SignInDeniedError extends Error {
  constructor() {
    super('the user cancelled at the provider')
    this.name = 'SignInDenied'
  }
}

/** An OpenID Connect provider, used by the authorization code flow with PKCE, state and nonce. */
export interface ExternalSignIn {
  createChecks(): OAuthChecks
  /**
   * Returns the provider's URL to which the browser is redirected.
   * @throws Error if the provider does not answer
   */
  authorizationUrl(checks: OAuthChecks): Promise<string>
  /**
   * Exchanges the authorization code in the callback URL for the identity of the user.
   * @param query the raw query string of the callback URL
   * @throws SignInDeniedError if the user cancelled the sign-in; Error if the provider does not answer or its answer is
   * invalid
   */
  exchangeCode(query: string, checks: OAuthChecks): Promise<ExternalIdentity>
}
