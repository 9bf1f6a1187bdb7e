import { useCallback, useEffect, useState } from 'react'
import type { verifyAccount } from '#contract/accounts/registration.ts'
import type { confirmEmailChange } from '#contract/accounts/user.ts'
import type { ApiResult, Input } from '#contract/core/endpoint.ts'
import { call } from '#web/api/client.ts'

/** The endpoints of emailed links that act as soon as they are opened. */
type LinkCall = typeof verifyAccount | typeof confirmEmailChange
type LinkAnswer = ApiResult<LinkCall>

/** The results by token since the page was loaded. A token works once, so a second mount reuses the first result. */
const sent = new Map<string, Promise<LinkAnswer>>()

function sendOnce(endpoint: LinkCall, token: string): Promise<LinkAnswer> {
  const key = `link:${endpoint.path}:${token}`
  const known = sent.get(key) ?? remembered(key)
  if (known) return known
  const asked = ask(endpoint, token, key)
  sent.set(key, asked)
  return asked
}

async function ask(endpoint: LinkCall, token: string, key: string): Promise<LinkAnswer> {
  const answer = await call(endpoint, { params: { token } } satisfies Input<LinkCall>)
  if (answer.ok) remember(key)
  // If the server did not answer, the link still works and may be sent again.
  else if (answer.status === 0 || answer.status >= 500) sent.delete(key)
  return answer
}

/** Returns a success stored before a reload of the tab, so that a used token is not sent again. */
function remembered(key: string): Promise<LinkAnswer> | undefined {
  return storage()?.getItem(key)
    ? Promise.resolve({ ok: true, status: 204, body: undefined })
    : undefined
}

function remember(key: string): void {
  storage()?.setItem(key, '1')
}

/** Some browsers throw on access to `sessionStorage` if cookies are blocked. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/**
 * Sends the token from an emailed link exactly once per visit.
 * @returns `answer`, undefined while the call runs, and `retry`, for when the server did not answer
 */
export function useLinkCall(
  endpoint: LinkCall,
  token: string,
): { answer: LinkAnswer | undefined; retry: () => void } {
  const [answer, setAnswer] = useState<LinkAnswer>()
  const waiting = answer === undefined

  useEffect(() => {
    if (!waiting) return undefined
    let watching = true
    void sendOnce(endpoint, token).then(given => watching && setAnswer(given))
    return () => {
      watching = false
    }
  }, [endpoint, token, waiting])

  const retry = useCallback(() => setAnswer(undefined), [])
  return { answer, retry }
}
