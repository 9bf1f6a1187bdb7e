import { useEffect, useState } from 'react'
import { getProfile } from '#contract/profiles.ts'
import { callEndpoint } from '../api/client.ts'
import { useSession } from '../api/session.ts'

/** Returns the username of the signed-in user; undefined until it is loaded, and if it could not be loaded. */
export function useOwnUsername(): string | undefined {
  const session = useSession()
  const userId =
    session.state === 'signedIn' && session.user.isVerified ? session.user.id : undefined
  const [username, setUsername] = useState<string>()
  useEffect(() => {
    if (userId === undefined) return
    let isOutdated = false
    const loadUsername = async () => {
      const profile = await callEndpoint(getProfile, {})
      if (!isOutdated) setUsername(profile.ok ? profile.body.username : undefined)
    }
    void loadUsername()
    return () => {
      isOutdated = true
    }
  }, [userId])
  return userId === undefined ? undefined : username
}
