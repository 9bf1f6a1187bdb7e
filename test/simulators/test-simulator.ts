import { createHash, randomBytes } from 'node:crypto'
import {
  type MercadoPagoOptions,
  startMercadoPagoSimulator,
} from '#simulators/mercadopago/start.ts'

export const CLIENT_CREDENTIALS = { client_id: '7001', client_secret: 'application-secret' }
export const CALLBACK_URL = 'http://localhost:3000/api/mercadopago/callback'
export const WEBHOOK_SECRET = 'signature-secret'
export const SELLER_ID = 2_147_483_647

/** The tokens of a seller, as the token route returns them. */
export interface SellerTokens {
  access_token: string
  refresh_token: string
  expires_in: number
  user_id: number
  live_mode: boolean
}

const as = ({ access_token: token }: SellerTokens) => ({ authorization: `Bearer ${token}` })

/** Starts a MercadoPago simulator and returns it with helper functions for common steps. `await using` closes it. */
export async function startTestSimulator(options: Partial<MercadoPagoOptions> = {}) {
  const running = await startMercadoPagoSimulator({
    clientId: CLIENT_CREDENTIALS.client_id,
    clientSecret: CLIENT_CREDENTIALS.client_secret,
    webhookSecret: WEBHOOK_SECRET,
    redirectUris: [CALLBACK_URL],
    retryScheduleMs: [20, 40],
    ...options,
  })
  const { origin } = running

  const send = async (
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => {
    const reply = await fetch(origin + path, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, body: text && JSON.parse(text) }
  }
  const submit = (path: string, form: Record<string, string>) =>
    fetch(origin + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })

  /** Submits the consent page as `choice`. Resolves to the query parameters of the redirect, such as the code. */
  const authorize = async (choice: Record<string, string>, query: Record<string, string> = {}) => {
    const asked = new URLSearchParams({
      client_id: CLIENT_CREDENTIALS.client_id,
      response_type: 'code',
      platform_id: 'mp',
      state: 'a-state',
      redirect_uri: CALLBACK_URL,
      ...query,
    })
    const reply = await submit(`/authorization?${asked}`, choice)
    return new URL(reply.headers.get('location')!).searchParams
  }
  const redeem = (code: string, more: object = {}) =>
    send('POST', '/oauth/token', {
      ...CLIENT_CREDENTIALS,
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK_URL,
      ...more,
    })
  const refresh = (token: string) =>
    send('POST', '/oauth/token', {
      ...CLIENT_CREDENTIALS,
      grant_type: 'refresh_token',
      refresh_token: token,
    })
  const link = async (userId = SELLER_ID): Promise<SellerTokens> => {
    const { verifier, challenge } = createPkcePair()
    const back = await authorize({ user_id: String(userId), decision: 'allow' }, challenge)
    return (await redeem(back.get('code')!, { code_verifier: verifier })).body
  }
  const sell = async (tokens: SellerTokens, more: object = {}) => {
    const terms = { items: [{ title: 'Un libro', quantity: 1, unit_price: 1000 }], ...more }
    const { body } = await send('POST', '/checkout/preferences', terms, as(tokens))
    return body as { id: string; init_point: string }
  }
  const pay = async (preferenceId: string, outcome = 'approved', more: object = {}) => {
    const { body } = await send('POST', '/control/pay', { preferenceId, outcome, ...more })
    return body.paymentId as number
  }
  return {
    origin,
    send,
    submit,
    authorize,
    redeem,
    refresh,
    link,
    as,
    sell,
    pay,
    close: () => running.close(),
    [Symbol.asyncDispose]: () => running.close(),
  }
}

/** Creates a random PKCE code verifier and its challenge parameters. */
export function createPkcePair() {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } }
}
