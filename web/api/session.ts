import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { logout } from '#contract/accounts/sessions.ts'
import { User, getUser } from '#contract/accounts/user.ts'
import { call } from './client.ts'

/** Who is here: not known yet, nobody, or a user. Source: specification, session states. */
export type Session =
  | { state: 'unknown' | 'loading' }
  | { state: 'signedOut' }
  | { state: 'signedIn'; user: User }

let session: Session = { state: 'unknown' }
let fetching: Promise<Session> | undefined
const listeners = new Set<() => void>()
const onSignOut = new Set<(left: boolean) => void>()

function become(next: Session, left = false): Session {
  const someoneElse = session.state === 'signedIn' && userIdOf(next) !== session.user.id
  session = next
  document.documentElement.toggleAttribute('data-signed-in', next.state === 'signedIn')
  for (const listener of listeners) listener()
  // What was cached is one person's: it goes when they sign out, expire, or another one signs in.
  if (someoneElse || next.state === 'signedOut') for (const forget of onSignOut) forget(left)
  return next
}

const userIdOf = (of: Session) => (of.state === 'signedIn' ? of.user.id : undefined)

/** The head script saw the readable cookie that stands beside a session's. */
const hasHint = () => document.documentElement.hasAttribute('data-signed-in')

/**
 * Fetches the user. Any error or a malformed answer means that nobody is signed in. Of several at once the
 * last one counts: an earlier one may have been asked before somebody came or left.
 */
export function refreshSession(): Promise<Session> {
  const mine: Promise<Session> = call(getUser, {}).then(answer => {
    if (fetching !== mine) return fetching ?? session
    const user = answer.ok ? z.safeParse(User, answer.body) : undefined
    return become(user?.success ? { state: 'signedIn', user: user.data } : { state: 'signedOut' })
  })
  fetching = mine
  return mine
}

/** Asks again who is here, where somebody seems to be. */
export async function recheckSession(): Promise<void> {
  if (hasHint()) await refreshSession()
}

/** A call was refused for want of a session: asks who is here, unless nobody is known to be. */
export async function doubtSession(): Promise<void> {
  if (session.state !== 'signedOut') await refreshSession()
}

/**
 * Ends the session here whatever the server says, and lets go of everything that was cached.
 * @returns whether the server heard of it
 */
export async function signOut(): Promise<boolean> {
  const { ok } = await call(logout, {})
  fetching = undefined
  become({ state: 'signedOut' }, true)
  tellOtherTabs()
  return ok
}

/** Between the tabs of one browser: somebody has come or gone. */
const CHANNEL = 'session'
let channel: BroadcastChannel | undefined

/** To be said after signing in; signing out says it itself. */
export function tellOtherTabs(): void {
  hearOtherTabs()
  channel?.postMessage('changed')
}

function hearOtherTabs(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', () => void refreshSession())
}

/** Registers what must be forgotten when the session ends; `left` where its owner ended it. */
export function forgetOnSignOut(forget: (left: boolean) => void): void {
  onSignOut.add(forget)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const UNKNOWN: Session = { state: 'unknown' }

/** The session. The first component that asks makes it be fetched, unless the hint says that there is none. */
export function useSession(): Session {
  const current = useSyncExternalStore(
    subscribe,
    () => session,
    () => UNKNOWN,
  )
  useEffect(() => {
    hearOtherTabs()
    if (session.state !== 'unknown') return
    session = { state: 'loading' }
    if (hasHint()) void refreshSession()
    else become({ state: 'signedOut' })
  }, [])
  return current
}
