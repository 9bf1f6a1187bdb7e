import { useEffect, useState } from 'react'
import { Username, usernameExists } from '#contract/profiles.ts'
import { track } from '#web/api/analytics.ts'
import { call } from '#web/api/client.ts'

/** Rest before a name is asked for. Source: specification, constants. */
const DEBOUNCE_MS = 1000

/** `waiting` and `checking` are the validating state; `unknown`: nobody could tell, the server will. */
export type UsernameCheck =
  | 'own'
  | 'invalid'
  | 'waiting'
  | 'checking'
  | 'free'
  | 'taken'
  | 'unknown'

/**
 * Whether a username can be had, asked one second after it was last edited.
 * Source: specification, username check.
 * @param typed as it stands in the field
 * @param own the one the seller has
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
