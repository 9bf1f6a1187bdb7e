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
 * Markup of the server that React takes over at the first sign of a person, and not before: who only reads
 * never waits for it. A press that comes before that is made good.
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

/**
 * The same for a part whose code is also fetched at the first sign of a person: who only reads never pays for
 * it.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  const fetched = person.then(load).then(Part => (loaded = Part))
  // Whoever shows the part hears of a failure; until then it is nobody's.
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

/** Marks what is asleep, in the server's markup; gone once it runs. */
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
