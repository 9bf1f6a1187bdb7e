/** Who somebody is at the external provider: `issuer` and `subject` say it, the email does not. */
export interface ExternalIdentity {
  issuer: string
  subject: string
  email: string
  /** Whether the provider says that the address is theirs. */
  emailVerified: boolean
}

/** What one way to the provider and back is checked by. Secret but for `state`. */
export interface OAuthChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** The person came back without a permission: they cancelled. */
export class SignInDenied extends Error {
  constructor() {
    super('the person cancelled at the provider')
    this.name = 'SignInDenied'
  }
}

/** An OpenID Connect provider: authorization code, PKCE, state, nonce. */
export interface ExternalSignIn {
  createChecks(): OAuthChecks
  /** Where to send the browser. @throws Error when the provider does not answer */
  authorizationUrl(checks: OAuthChecks): Promise<string>
  /**
   * Who came back.
   * @param query of the address they came back to, as it was
   * @throws SignInDenied; Error when the provider does not answer or anything about its answer is wrong
   */
  exchangeCode(query: string, checks: OAuthChecks): Promise<ExternalIdentity>
}
