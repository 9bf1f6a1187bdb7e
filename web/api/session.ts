import { useEffect, useSyncExternalStore } from 'react'
import { logout } from '#contract/accounts/sessions.ts'
import { type User, getUser } from '#contract/accounts/user.ts'
import { callEndpoint } from './client.ts'

/** The state of the session in this browser. Source: specification, session states. */
export type Session =
  | { state: 'unknown' | 'loading' }
  | { state: 'signedOut' }
  | { state: 'signedIn'; user: User }

let session: Session = { state: 'unknown' }
let fetching: Promise<Session> | undefined
const listeners = new Set<() => void>()
const endCallbacks = new Set<(isSignOut: boolean) => void>()

function setSession(next: Session, isSignOut = false): Session {
  const isOtherUser = session.state === 'signedIn' && userIdOf(next) !== session.user.id
  session = next
  // An unverified user sees the menu of guests, so they are not marked as signed in. Source: specification, session
  // rules.
  const isMember = next.state === 'signedIn' && next.user.isVerified
  document.documentElement.toggleAttribute('data-signed-in', isMember)
  for (const listener of listeners) listener()
  // All cached data belong to one user, so they are dropped when the session ends or another user signs in.
  if (isOtherUser || next.state === 'signedOut')
    for (const dropCache of endCallbacks) dropCache(isSignOut)
  return next
}

const userIdOf = (session: Session) => (session.state === 'signedIn' ? session.user.id : undefined)

/** Returns the id of the signed-in user; undefined if nobody is signed in, or the user was not fetched yet. */
export const getSessionUserId = (): number | undefined => userIdOf(session)

/**
 * Returns whether a cookie hints at a session. The server sets this readable cookie beside the session cookie, and the
 * head script copies the hint to an attribute.
 */
const hasSessionHint = () =>
  session.state === 'signedIn' || document.documentElement.hasAttribute('data-signed-in')

/**
 * Fetches the signed-in user. After an error or a malformed reply, nobody counts as signed in. If several calls
 * overlap, only the last one counts, because an earlier one was possibly answered before a sign-in or sign-out.
 */
export function refreshSession(): Promise<Session> {
  const thisFetch: Promise<Session> = callEndpoint(getUser, {}).then(result => {
    if (fetching !== thisFetch) return fetching ?? session
    return setSession(result.ok ? { state: 'signedIn', user: result.body } : { state: 'signedOut' })
  })
  fetching = thisFetch
  return thisFetch
}

/** Fetches the user again if a cookie hints at a session. */
export async function refreshSessionIfSignedIn(): Promise<void> {
  if (hasSessionHint()) await refreshSession()
}

/** Fetches the user again after a call answered 401, unless the session is already known to have ended. */
export async function revalidateSession(): Promise<void> {
  if (session.state !== 'signedOut') await refreshSession()
}

/**
 * Ends the session in this browser even if the server cannot be reached, and drops all cached data.
 * @returns whether the server ended the session too
 */
export async function signOut(): Promise<boolean> {
  const { ok } = await callEndpoint(logout, {})
  fetching = undefined
  setSession({ state: 'signedOut' }, true)
  notifyOtherTabs()
  return ok
}

/** The name of the channel on which the browser's tabs tell each other about a sign-in or sign-out. */
const CHANNEL = 'session'
let channel: BroadcastChannel | undefined

/**
 * Tells the other tabs to fetch the session again. Code that signs a user in must call this function; `signOut` calls
 * it itself.
 */
export function notifyOtherTabs(): void {
  listenToOtherTabs()
  channel?.postMessage('changed')
}

function listenToOtherTabs(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', () => void refreshSession())
}

/**
 * Registers a callback that drops cached data when the session ends. `isSignOut` is true if the user signed out, and
 * false if the session expired or another user signed in.
 */
export function onSessionEnd(dropCache: (isSignOut: boolean) => void): void {
  endCallbacks.add(dropCache)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const UNKNOWN_SESSION: Session = { state: 'unknown' }

/**
 * Returns the session. The first component that calls this hook starts the fetch of the user, unless no cookie hints at
 * a session.
 */
export function useSession(): Session {
  const current = useSyncExternalStore(
    subscribe,
    () => session,
    () => UNKNOWN_SESSION,
  )
  useEffect(() => {
    listenToOtherTabs()
    if (session.state !== 'unknown') return
    session = { state: 'loading' }
    if (hasSessionHint()) void refreshSession()
    else setSession({ state: 'signedOut' })
  }, [])
  return current
}
