import { generateRandomHex } from '../state/id-sequences.ts'
import type { SimulatorContext } from '../context.ts'

/**
 * The lifetime in seconds of access tokens and of unused refresh tokens: 180 days.
 * Source: MercadoPago's documentation of OAuth.
 */
const TOKEN_LIFE_SECONDS = 15_552_000

/** Creates and stores an access token and a refresh token for a seller, and returns the body of the token response. */
export function issueTokens(
  { store, options, now }: SimulatorContext,
  userId: number,
  liveMode: boolean,
) {
  const { clientId } = options
  const hour = new Date(now()).toISOString().replace(/^\d+-(\d+)-(\d+)T(\d+).*$/, '$1$2$3')
  const expiresAt = now() + TOKEN_LIFE_SECONDS * 1000
  const accessToken = `APP_USR-${clientId}-${hour}-${generateRandomHex(16)}-${userId}`
  const refreshToken = `TG-${generateRandomHex(16)}-${userId}`
  const access = { token: accessToken, userId, liveMode, expiresAt, revoked: false }
  const refresh = { token: refreshToken, userId, liveMode, expiresAt, state: 'open' as const }
  store.put('accessTokens', accessToken, access)
  store.put('refreshTokens', refreshToken, refresh)
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: TOKEN_LIFE_SECONDS,
    scope: 'offline_access read write',
    user_id: userId,
    refresh_token: refreshToken,
    public_key: `APP_USR-${generateRandomHex(4)}-${generateRandomHex(2)}-${generateRandomHex(2)}-${generateRandomHex(6)}`,
    live_mode: liveMode,
  }
}

/** Revokes all access tokens and refresh tokens of a seller. */
export function revokeTokens({ store }: SimulatorContext, userId: number): void {
  for (const access of store.all('accessTokens').filter(token => token.userId === userId))
    store.put('accessTokens', access.token, { ...access, revoked: true })
  for (const refresh of store.all('refreshTokens').filter(token => token.userId === userId))
    if (refresh.state === 'open')
      store.put('refreshTokens', refresh.token, { ...refresh, state: 'revoked' })
}

/** Makes all access tokens of a seller expire; the refresh tokens stay valid. */
export function expireAccessTokens({ store, now }: SimulatorContext, userId: number): void {
  for (const access of store.all('accessTokens').filter(token => token.userId === userId))
    store.put('accessTokens', access.token, { ...access, expiresAt: now() })
}
