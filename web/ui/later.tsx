import { lazy, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react'

/** What a person does first: any of it wakes the page. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click', 'scroll']

const onServer = typeof document === 'undefined'

/** The press that came before its part was awake, to be made good. */
let early: Element | undefined

/** At the first sign of a person. Later than that, and on the server, at once. */
const firstSign = onServer
  ? Promise.resolve()
  : new Promise<void>(resolve => {
      for (const sign of SIGNS)
        addEventListener(sign, () => resolve(), { once: true, capture: true, passive: true })
      // Going back shows another page: nothing of this one may be left waiting.
      addEventListener('popstate', () => resolve(), { once: true })
    })

if (!onServer)
  addEventListener(
    'click',
    event => {
      const { target } = event
      if (!(target instanceof Element) || !target.closest('[data-asleep]')) return
      // A link works asleep; a button has nobody behind it yet, and a form would be sent by the browser.
      if (target.closest('a')) return
      event.preventDefault()
      // A press on its icon is a press on the button.
      early = target.closest('button') ?? target
    },
    { capture: true },
  )

/**
 * A part whose markup comes from the server and whose code is fetched at the first sign of a person: who
 * only reads never pays for it. A press that comes before the code does is made good.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetched = firstSign.then(load)
  // Whoever shows the part hears of a failure; until then it is nobody's.
  fetched.catch(() => undefined)
  const Part = lazy(async () => {
    const Inner = await fetched
    return {
      default: (props: P) => (
        <Waking>
          <Inner {...props} />
        </Waking>
      ),
    }
  })
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
    if (!(early instanceof HTMLElement) || !current.contains(early)) return
    const pressed = early
    early = undefined
    pressed.click()
  }, [])
  return (
    <div ref={box} data-asleep="" className="contents">
      {children}
    </div>
  )
}
