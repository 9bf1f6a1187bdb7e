import { useEffect } from 'react'
import { createPath, useBlocker } from 'react-router'
import * as m from '#messages'
import { Button } from '../../ui/actions/button.tsx'

/**
 * The age at which an open page no longer loads further pages into itself. The server keeps the scripts of a replaced
 * release for longer than that (`server/http/routes/assets.ts`).
 */
const MAX_PAGE_AGE_MS = 12 * 60 * 60 * 1000

const loadedAt = Date.now()

const isOutdated = () => Date.now() - loadedAt > MAX_PAGE_AGE_MS

/**
 * Decides about links that are followed. Without a connection the visitor stays on the current page, since the browser
 * would replace it, and everything typed there, by its own error page. From a page that was opened long ago the next
 * one is loaded anew, because the marketplace may have a new release by now.
 */
export function NavigationGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && (!navigator.onLine || isOutdated()),
  )
  const target = blocker.state === 'blocked' ? createPath(blocker.location) : undefined
  useEffect(() => {
    if (target !== undefined && navigator.onLine) location.assign(target)
  }, [target])
  if (blocker.state !== 'blocked' || navigator.onLine) return null
  const retry = () => {
    if (navigator.onLine) blocker.proceed()
  }
  return (
    <section
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-panel border border-line bg-card p-5 shadow-lift"
    >
      <h2 className="text-h3">{m.offline_title()}</h2>
      <p className="mt-1.5 text-soft">{m.offline_text()}</p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button onClick={retry}>{m.retry()}</Button>
        <Button kind="ghost" onClick={() => blocker.reset()}>
          {m.offline_stay()}
        </Button>
      </div>
    </section>
  )
}
