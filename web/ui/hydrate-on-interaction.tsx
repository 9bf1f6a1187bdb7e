import {
  createElement,
  Suspense,
  use,
  useEffect,
  useRef,
  type ComponentType,
  type ReactNode,
} from 'react'
import { makeGood, person } from './pre-hydration-events.ts'

let isSomebodyHere = false
void person.then(() => (isSomebodyHere = true))

/**
 * Server-rendered content that is hydrated at the first interaction with the page, so that reading needs no
 * JavaScript. Clicks before hydration are replayed.
 */
export function Asleep({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Sleeper>{children}</Sleeper>
    </Suspense>
  )
}

function Sleeper({ children }: { children: ReactNode }) {
  if (!isSomebodyHere) use(person)
  return <Waking>{children}</Waking>
}

/** Like `HydrateOnInteraction`, for a component whose code is also loaded at the first interaction. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  const fetched = person.then(load).then(Part => (loaded = Part))
  // A failed load is thrown when the component renders; until then the rejection must not be reported as unhandled.
  fetched.catch(() => undefined)
  function Part(props: P) {
    return <Waking>{createElement(loaded ?? use(fetched), props)}</Waking>
  }
  return props => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

/** Marks content as not hydrated in the server's HTML, and removes the mark after hydration. */
function Waking({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = box
    if (!current?.hasAttribute('data-asleep')) return
    current.removeAttribute('data-asleep')
    makeGood(current)
  }, [])
  return (
    <div ref={box} data-asleep="" className="contents">
      {children}
    </div>
  )
}
