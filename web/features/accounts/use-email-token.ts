import { useCallback, useEffect, useState } from 'react'
import type { verifyAccount } from '#contract/accounts/registration.ts'
import type { confirmEmailChange } from '#contract/accounts/user.ts'
import type { ApiResult, Input } from '#contract/core/endpoint.ts'
import { call } from '#web/api/client.ts'

/** The links of mails that act as soon as they are opened. */
type LinkCall = typeof verifyAccount | typeof confirmEmailChange
type LinkAnswer = ApiResult<LinkCall>

/**
 * Tokens sent since the page was opened: a link works once, so a second mount takes the first one's answer.
 */
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
  // Nobody answered: the link is as good as before.
  else if (answer.status === 0 || answer.status >= 500) sent.delete(key)
  return answer
}

/** A reload of the tab is still the same visit: a link that has worked is not sent again. */
function remembered(key: string): Promise<LinkAnswer> | undefined {
  return storage()?.getItem(key)
    ? Promise.resolve({ ok: true, status: 204, body: undefined })
    : undefined
}

function remember(key: string): void {
  storage()?.setItem(key, '1')
}

/** Some browsers refuse it to pages without cookies. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/**
 * Sends the token of the address, exactly once a visit. `answer` is undefined until it is there; `retry`
 * asks again, for when nobody answered.
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
