import { useBlocker } from 'react-router'
import * as m from '#messages'
import { Button } from '../../ui/actions/button.tsx'

/**
 * Keeps the visitor on the current page if a link is followed without a connection, since the browser would replace the
 * page, and everything typed there, by its own error page.
 */
export function OfflineNavigation() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  )
  if (blocker.state !== 'blocked') return null
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
