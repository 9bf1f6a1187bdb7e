import {
  createElement,
  Suspense,
  use,
  useEffect,
  useRef,
  type ComponentType,
  type ReactNode,
} from 'react'
import { persistently } from './load-code.ts'
import { firstIdleTime, replayEarlyEvents } from './pre-hydration-events.ts'

let isAwake = false
void firstIdleTime.then(() => (isAwake = true))

/**
 * Shows server-rendered content that is hydrated once the browser is idle or the visitor does something, so that the
 * first paint waits for no script. What was pressed and typed before is replayed.
 */
export function HydrateWhenIdle({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <AwaitIdleTime>{children}</AwaitIdleTime>
    </Suspense>
  )
}

function AwaitIdleTime({ children }: { children: ReactNode }) {
  if (!isAwake) use(firstIdleTime)
  return <HydrationMark>{children}</HydrationMark>
}

/**
 * Does the same as `HydrateWhenIdle`, and also loads the component's code only then. Until the code has come, the
 * server's content stays on the page.
 */
export function lazyWhenIdle<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  const loading = firstIdleTime.then(persistently(load)).then(Part => (loaded = Part))
  function Part(props: P) {
    return <HydrationMark>{createElement(loaded ?? use(loading), props)}</HydrationMark>
  }
  return props => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

/** Marks content in the server's HTML as not hydrated, and removes the mark after hydration. */
function HydrationMark({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = box
    if (!current?.hasAttribute('data-asleep')) return
    current.removeAttribute('data-asleep')
    replayEarlyEvents(current)
  }, [])
  return (
    <div ref={box} data-asleep="" className="contents">
      {children}
    </div>
  )
}
