import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildHeadScript } from './head-script.ts'

class FakeElement {
  dataset: Record<string, string> = {}
  type = 'submit'
  form: { hasAttribute: () => boolean } | null = null
  isAsleep = false
  closest(selector: string): FakeElement | null {
    return selector === '[data-asleep]' && !this.isAsleep ? null : this
  }
}
class FakeButton extends FakeElement {}
class FakeScript extends FakeElement {
  attributes = [{ name: 'type', value: 'module' }]
  nonce = 'abc'
  text = 'import "/assets/entry.js"'
  replacement: FakeScript | undefined
  setAttribute(name: string, value: string) {
    Object.assign(this, { [name]: value })
  }
  replaceWith(script: FakeScript) {
    this.replacement = script
  }
}

/** Runs the script with a document that has these cookies, and returns the state of the page. */
function runHeadScript(cookie = '') {
  const root = new FakeElement()
  const listeners: { name: string; listen: (event: object) => void }[] = []
  const window = {
    addEventListener: (name: string, listen: (event: object) => void) => {
      listeners.push({ name, listen })
    },
    preHydration: undefined as unknown as Window['preHydration'],
  }
  // The context has no other names, so a function that uses a variable outside of itself fails.
  runInNewContext(buildHeadScript('session_hint'), {
    window,
    document: { cookie, documentElement: root, createElement: () => new FakeScript() },
    Element: FakeElement,
    HTMLButtonElement: FakeButton,
    HTMLScriptElement: FakeScript,
    setTimeout: (run: () => void) => run(),
  })
  const dispatch = (name: string, target: FakeElement) => {
    let isPrevented = false
    const event = {
      target,
      preventDefault: () => (isPrevented = true),
      stopImmediatePropagation: () => undefined,
    }
    for (const { listen } of listeners.filter(listener => listener.name === name)) listen(event)
    return { isPrevented }
  }
  return { root, state: window.preHydration, dispatch }
}

test.each([
  ['', {}],
  ['theme=dark', { theme: 'dark' }],
  ['lang=es; theme=light; other=1', { theme: 'light' }],
  ['theme=blue; mytheme=dark', {}],
  ['lang=es; session_hint=1', { signedIn: '' }],
  ['session_hint=0; my_session_hint=1', {}],
])('the root element with the cookies "%s" is marked %o', (cookie, marks) => {
  expect(runHeadScript(cookie).root.dataset).toEqual(marks)
})

test('the first interaction wakes the parts that wait', async () => {
  const { state, dispatch } = runHeadScript()

  dispatch('scroll', new FakeElement())

  await expect(state.firstIdleTime).resolves.toBeDefined()
})

test.each([
  { of: 'a button', button: {}, isHydrated: false, isHeld: true },
  { of: 'a button of a hydrated page', button: {}, isHydrated: true, isHeld: false },
  {
    of: 'a button in a part that is not hydrated',
    button: { isAsleep: true },
    isHydrated: true,
    isHeld: true,
  },
  {
    of: 'a submit button of a form with an action',
    button: { form: { hasAttribute: () => true } },
    isHydrated: false,
    isHeld: false,
  },
])('a click on $of is held: $isHeld', ({ button, isHydrated, isHeld }) => {
  const { state, dispatch } = runHeadScript()
  state.isHydrated = isHydrated
  const element = Object.assign<FakeElement, Partial<FakeElement>>(new FakeButton(), button)

  const { isPrevented } = dispatch('click', element)

  expect(isPrevented).toBe(isHeld)
  expect([...state.heldClicks]).toEqual(isHeld ? [element] : [])
  expect('held' in element.dataset).toBe(isHeld)
})

test('a click on a link is not held', () => {
  const { state, dispatch } = runHeadScript()

  const { isPrevented } = dispatch('click', new FakeElement())

  expect(isPrevented).toBe(false)
  expect(state.heldClicks.size).toBe(0)
})

test.each([
  { isHydrated: false, isLoadedAgain: true },
  { isHydrated: true, isLoadedAgain: false },
])(
  'a script that fails is loaded again: $isLoadedAgain if the page is hydrated: $isHydrated',
  ({ isHydrated, isLoadedAgain }) => {
    const { state, dispatch } = runHeadScript()
    state.isHydrated = isHydrated
    const script = new FakeScript()

    dispatch('error', script)

    expect(script.replacement?.text).toBe(isLoadedAgain ? script.text : undefined)
    expect(script.replacement?.nonce).toBe(isLoadedAgain ? script.nonce : undefined)
  },
)
