import { useCallback, useEffect, useState } from 'react'
import type { verifyAccount } from '#contract/accounts/registration.ts'
import type { confirmEmailChange } from '#contract/accounts/user.ts'
import type { ApiResult, CallInput } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/api/client.ts'

/** The endpoints of the emailed links that take effect as soon as they are opened. */
type TokenEndpoint = typeof verifyAccount | typeof confirmEmailChange
type TokenResult = ApiResult<TokenEndpoint>

/**
 * The result for each token since the page was loaded. A token works once, so a component that mounts again reuses the
 * first result.
 */
const resultsByKey = new Map<string, Promise<TokenResult>>()

function sendOnce(endpoint: TokenEndpoint, token: string): Promise<TokenResult> {
  const key = `link:${endpoint.path}:${token}`
  const existingResult = resultsByKey.get(key) ?? storedSuccess(key)
  if (existingResult) return existingResult
  const result = send(endpoint, token, key)
  resultsByKey.set(key, result)
  return result
}

async function send(endpoint: TokenEndpoint, token: string, key: string): Promise<TokenResult> {
  const result = await callEndpoint(endpoint, {
    params: { token },
  } satisfies CallInput<TokenEndpoint>)
  if (result.ok) storeSuccess(key)
  // If the server did not answer, or failed, the token is still unused, so the next attempt sends it again.
  else if (result.status === 0 || result.status >= 500) resultsByKey.delete(key)
  return result
}

/**
 * Returns the successful result that was stored before the tab was reloaded, so that the used token is not sent again.
 */
function storedSuccess(key: string): Promise<TokenResult> | undefined {
  return sessionStorageIfAllowed()?.getItem(key)
    ? Promise.resolve({ ok: true, status: 204, body: undefined })
    : undefined
}

function storeSuccess(key: string): void {
  sessionStorageIfAllowed()?.setItem(key, '1')
}

/** Returns `sessionStorage`, or undefined if cookies are blocked and the browser throws on access to it. */
function sessionStorageIfAllowed(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/**
 * Sends the token from an emailed link exactly once per visit.
 * @returns `result`, undefined while the call runs, and `retry`, which sends the token again after a call without an
 * answer
 */
export function useEmailToken(
  endpoint: TokenEndpoint,
  token: string,
): { result: TokenResult | undefined; retry: () => void } {
  const [result, setResult] = useState<TokenResult>()
  const isWaiting = result === undefined

  useEffect(() => {
    if (!isWaiting) return undefined
    let isMounted = true
    void sendOnce(endpoint, token).then(result => isMounted && setResult(result))
    return () => {
      isMounted = false
    }
  }, [endpoint, token, isWaiting])

  const retry = useCallback(() => setResult(undefined), [])
  return { result, retry }
}
