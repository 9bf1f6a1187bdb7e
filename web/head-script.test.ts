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
class FakeSelect extends FakeElement {}

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
    document: { cookie, documentElement: root },
    Element: FakeElement,
    HTMLButtonElement: FakeButton,
    HTMLSelectElement: FakeSelect,
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
])('with the cookies "%s" the root element is marked %o', (cookie, marks) => {
  expect(runHeadScript(cookie).root.dataset).toEqual(marks)
})

test('the first interaction resolves a promise', async () => {
  const { state, dispatch } = runHeadScript()

  dispatch('scroll', new FakeElement())

  await expect(state.firstInteraction).resolves.toBeDefined()
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
  expect([...state.heldEvents.values()]).toEqual(isHeld ? ['click'] : [])
  expect('held' in element.dataset).toBe(isHeld)
})

test('a click on a link is not held', () => {
  const { state, dispatch } = runHeadScript()

  const { isPrevented } = dispatch('click', new FakeElement())

  expect(isPrevented).toBe(false)
  expect(state.heldEvents.size).toBe(0)
})

test('a change of a select is held until the page is hydrated', () => {
  const { state, dispatch } = runHeadScript()
  const select = new FakeSelect()

  dispatch('change', select)

  expect([...state.heldEvents.values()]).toEqual(['change'])
})
