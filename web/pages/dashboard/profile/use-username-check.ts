import { useEffect, useState } from 'react'
import { Username, usernameExists } from '#contract/profiles.ts'
import { track } from '#web/api/analytics.ts'
import { call } from '#web/api/client.ts'

/** The pause after typing before the username is checked. Source: specification, constants. */
const DEBOUNCE_MS = 1000

/**
 * `waiting` and `checking` count as validating. `unknown` means that the check failed; the server decides when the
 * form is sent.
 */
export type UsernameCheck =
  | 'own'
  | 'invalid'
  | 'waiting'
  | 'checking'
  | 'free'
  | 'taken'
  | 'unknown'

/**
 * Checks whether a username is available, one second after the last edit. Source: specification, username check.
 * @param typed the text of the field
 * @param own the seller's current username
 */
export function useUsernameCheck(typed: string, own: string): UsernameCheck {
  const parsed = Username.safeParse(typed)
  const name = parsed.success ? parsed.data : undefined
  const [asked, setAsked] = useState<{ name: string; verdict: UsernameCheck }>()

  useEffect(() => {
    if (name === undefined || name === own) return undefined
    const gone = new AbortController()
    const ask = async () => {
      setAsked({ name, verdict: 'checking' })
      track('username_check_attempt')
      const answer = await call(usernameExists, {
        params: { username: name },
        signal: gone.signal,
      })
      if (gone.signal.aborted) return
      track(answer.ok ? 'username_check_success' : 'username_check_failure')
      const verdict = !answer.ok ? 'unknown' : answer.body.usernameExists ? 'taken' : 'free'
      setAsked({ name, verdict })
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [name, own])

  if (name === undefined) return 'invalid'
  if (name === own) return 'own'
  return asked?.name === name ? asked.verdict : 'waiting'
}
