import { useEffect, useState } from 'react'
import { Username, usernameExists } from '#contract/profiles.ts'
import { trackEvent } from '#web/api/analytics.ts'
import { callEndpoint } from '#web/api/client.ts'

/** The milliseconds without an edit after which the username is checked. Source: specification, constants. */
const DEBOUNCE_MS = 1000

/**
 * The result of the check of a username. The form counts `waiting` and `checking` as validating. `unknown` means that
 * the check failed; the server then validates the username when the form is sent.
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
 * @param text the text in the username field
 * @param own the seller's current username
 */
export function useUsernameCheck(text: string, own: string): UsernameCheck {
  const parsed = Username.safeParse(text)
  const name = parsed.success ? parsed.data : undefined
  const [lastCheck, setLastCheck] = useState<{ name: string; availability: UsernameCheck }>()

  useEffect(() => {
    if (name === undefined || name === own) return undefined
    const controller = new AbortController()
    const checkUsername = async () => {
      setLastCheck({ name, availability: 'checking' })
      trackEvent('username_check_attempt')
      const result = await callEndpoint(usernameExists, {
        params: { username: name },
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      trackEvent(result.ok ? 'username_check_success' : 'username_check_failure')
      const availability = !result.ok ? 'unknown' : result.body.usernameExists ? 'taken' : 'free'
      setLastCheck({ name, availability })
    }
    const timer = setTimeout(() => void checkUsername(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [name, own])

  if (name === undefined) return 'invalid'
  if (name === own) return 'own'
  return lastCheck?.name === name ? lastCheck.availability : 'waiting'
}
