import { useCallback, useEffect, useState } from 'react'
import {
  type EmailLink,
  getEmailLink,
  type verifyAccount,
} from '#contract/accounts/registration.ts'
import type { confirmEmailChange } from '#contract/accounts/user.ts'
import type { ApiResult, CallInput } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/api/client.ts'

/** The endpoints of the emailed links that act when they are opened in the browser that asked for them. */
type TokenEndpoint = typeof verifyAccount | typeof confirmEmailChange
export type TokenResult = ApiResult<TokenEndpoint>

/**
 * The result for each token since the page was loaded. A token works once, so a component that mounts again reuses the
 * first result.
 */
const resultsByKey = new Map<string, Promise<TokenResult>>()

const keyOf = (endpoint: TokenEndpoint, token: string) => `link:${endpoint.path}:${token}`

const existingResultOf = (key: string) => resultsByKey.get(key) ?? storedSuccess(key)

function sendOnce(endpoint: TokenEndpoint, token: string): Promise<TokenResult> {
  const key = keyOf(endpoint, token)
  const existingResult = existingResultOf(key)
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

/** What the page of an emailed link shows: progress, a question that waits for a press, or the result. */
export interface EmailTokenState {
  /** The question of a browser that did not ask for the email; undefined while a call runs or after the result. */
  question: EmailLink | undefined
  result: TokenResult | undefined
  /** Sends the token again after a call without an answer. */
  retry: () => void
  /** Sends the token after a press. */
  confirm: () => void
  /** Takes over the result of another call that used the token. */
  finish: (result: TokenResult) => void
}

/**
 * Sends the token from an emailed link exactly once per visit: on load in the browser that asked for the email, after a
 * press in any other.
 */
export function useEmailToken(endpoint: TokenEndpoint, token: string): EmailTokenState {
  const [question, setQuestion] = useState<EmailLink>()
  const [result, setResult] = useState<TokenResult>()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const isWaiting = result === undefined && question === undefined

  useEffect(() => {
    if (!isWaiting) return undefined
    let isMounted = true
    const proceed = async () => {
      const outcome = await findResult(endpoint, token, isConfirmed)
      if (!isMounted) return
      if ('actsOnLoad' in outcome) setQuestion(outcome)
      else setResult(outcome)
    }
    void proceed()
    return () => {
      isMounted = false
    }
  }, [endpoint, token, isWaiting, isConfirmed])

  const retry = useCallback(() => setResult(undefined), [])
  const confirm = useCallback(() => {
    setIsConfirmed(true)
    setQuestion(undefined)
  }, [])
  const finish = useCallback(
    (result: TokenResult) => {
      if (result.ok) storeSuccess(keyOf(endpoint, token))
      setQuestion(undefined)
      setResult(result)
    },
    [endpoint, token],
  )
  return { question, result, retry, confirm, finish }
}

/** Returns the result of the token, or the question that must be answered before the token is sent. */
async function findResult(
  endpoint: TokenEndpoint,
  token: string,
  isConfirmed: boolean,
): Promise<TokenResult | EmailLink> {
  if (isConfirmed || existingResultOf(keyOf(endpoint, token))) return sendOnce(endpoint, token)
  const link = await callEndpoint(getEmailLink, { params: { token } })
  if (!link.ok) return link
  return link.body.actsOnLoad ? sendOnce(endpoint, token) : link.body
}
