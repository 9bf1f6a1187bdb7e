import { createLazyLoader } from '#server/lazy.ts'

/**
 * Loads the library that creates options and verifies signatures. It is loaded when the first passkey is used, since it
 * takes 27 MB of memory.
 */
export const loadWebAuthn = createLazyLoader(() => import('@simplewebauthn/server'))

/** Returns the domain and the origin that passkeys are bound to. */
export function getRelyingParty({ publicOrigin }: { publicOrigin: string }): {
  id: string
  origin: string
} {
  const { hostname, origin } = new URL(publicOrigin)
  return { id: hostname, origin }
}
