/** The types of what the simulator uses of `oidc-provider`. Its published types bring sixteen packages. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** What is stored of a session, an interaction, a code or a token. */
  export interface AdapterPayload {
    uid?: string
    userCode?: string
    grantId?: string
    consumed?: unknown
    [name: string]: unknown
  }

  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<undefined>
    find(id: string): Promise<AdapterPayload | undefined>
    findByUid(uid: string): Promise<AdapterPayload | undefined>
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>
    consume(id: string): Promise<undefined>
    destroy(id: string): Promise<undefined>
    revokeByGrantId(grantId: string): Promise<undefined>
  }
  export type AdapterFactory = (kind: string) => Adapter

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  /** What is known of a request while it is answered. */
  interface Context {
    oidc: {
      client?: { clientId: string }
      session?: { accountId?: string }
      params?: Record<string, unknown>
      result?: { login?: unknown }
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
    }
  }

  type Check = object
  interface Policy {
    get(prompt: string): { checks: { add(check: Check): void } } | undefined
  }
  export const interactionPolicy: {
    base: () => Policy
    Check: new (
      reason: string,
      description: string,
      isNeeded: (context: Context) => boolean,
    ) => Check
  }

  interface Account {
    accountId: string
    claims: () => { sub: string; [claim: string]: unknown }
  }

  export interface Configuration {
    clients: Record<string, unknown>[]
    adapter: AdapterFactory
    jwks: { keys: object[] }
    cookies: { keys: string[] }
    claims: Record<string, string[]>
    conformIdTokenClaims: boolean
    pkce: { required: () => boolean }
    features: Record<string, { enabled: boolean }>
    interactions: {
      url: (context: Context, interaction: { uid: string }) => string
      policy: Policy
    }
    ttl: Record<string, number>
    findAccount: (context: Context, sub: string) => Account | undefined
    loadExistingGrant: (context: Context) => Promise<Grant | undefined>
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<unknown>
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<string>
  }
  export default Provider
}
