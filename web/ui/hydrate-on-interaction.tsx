import {
  createElement,
  Suspense,
  use,
  useEffect,
  useRef,
  type ComponentType,
  type ReactNode,
} from 'react'
import { replayHeldEvents, firstInteraction } from './pre-hydration-events.ts'

let hasInteracted = false
void firstInteraction.then(() => (hasInteracted = true))

/**
 * Shows server-rendered content that is hydrated only at the first interaction with the page, so that reading needs no
 * JavaScript. Clicks before hydration are replayed.
 */
export function HydrateOnInteraction({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <AwaitInteraction>{children}</AwaitInteraction>
    </Suspense>
  )
}

function AwaitInteraction({ children }: { children: ReactNode }) {
  if (!hasInteracted) use(firstInteraction)
  return <HydrationMark>{children}</HydrationMark>
}

/** Does the same as `HydrateOnInteraction`, and also loads the component's code only at the first interaction. */
export function lazyOnInteraction<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  const loading = firstInteraction.then(load).then(Part => (loaded = Part))
  // A load that failed is thrown when the component renders; this handler only prevents a report of an unhandled
  // rejection before that.
  loading.catch(() => undefined)
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
    replayHeldEvents(current)
  }, [])
  return (
    <div ref={box} data-asleep="" className="contents">
      {children}
    </div>
  )
}
