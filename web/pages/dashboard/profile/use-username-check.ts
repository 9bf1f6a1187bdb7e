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
  const [checked, setChecked] = useState<{ name: string; result: UsernameCheck }>()

  useEffect(() => {
    if (name === undefined || name === own) return undefined
    const controller = new AbortController()
    const checkUsername = async () => {
      setChecked({ name, result: 'checking' })
      track('username_check_attempt')
      const answer = await call(usernameExists, {
        params: { username: name },
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      track(answer.ok ? 'username_check_success' : 'username_check_failure')
      const result = !answer.ok ? 'unknown' : answer.body.usernameExists ? 'taken' : 'free'
      setChecked({ name, result })
    }
    const timer = setTimeout(() => void checkUsername(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [name, own])

  if (name === undefined) return 'invalid'
  if (name === own) return 'own'
  return checked?.name === name ? checked.result : 'waiting'
}
