import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import * as m from '#messages'
import { reduxStore } from '#web/api/query.ts'
import '#web/ui/styles.css'
import { Toasts } from '#web/ui/toasts/toasts.tsx'

type Fixture = Record<string, ComponentType<Record<string, unknown>>>

/** The files that say how a component of the same folder is used. Each is loaded by the tests that need it only. */
const FIXTURES = import.meta.glob<Fixture>('/web/**/*.fixture.tsx')
const TOAST_TEXTS = {
  label: m.toast_region(),
  persistentLabel: m.toast_lasting(),
  close: m.close(),
  offline: m.toast_offline(),
  online: m.toast_online(),
}

/** Shows an export of a fixture as the only content of the page, inside what every page of the site has around it. */
async function show(file: string, name: string, props: Record<string, unknown>): Promise<void> {
  const fixture = await FIXTURES[`/${file}`]!()
  const element = (
    <>
      {createElement(fixture[name]!, props)}
      <Toasts texts={TOAST_TEXTS} />
      <Address />
    </>
  )
  const router = createMemoryRouter([{ id: 'root', path: '*', element }])
  createRoot(document.querySelector('main')!).render(
    <Provider store={reduxStore}>
      <RouterProvider router={router} />
    </Provider>,
  )
}

/** Shows to which page of the site the component has led. */
function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

/** Asks the test what the API answers. */
const { answerApi } = window as unknown as {
  answerApi: (request: object) => Promise<'offline' | { status: number; body?: unknown }>
}
window.fetch = async (input, { method = 'GET', headers, body, signal } = {}) => {
  const { pathname, searchParams } = new URL(new Request(input).url)
  const request = {
    method,
    path: pathname.replace(/^\/api/, ''),
    query: Object.fromEntries(searchParams),
    headers,
    body: typeof body === 'string' ? JSON.parse(body) : undefined,
  }
  const answer = await answerApi(request)
  signal?.throwIfAborted()
  if (answer === 'offline') throw new TypeError('Failed to fetch')
  return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), answer)
}
localStorage.clear()
sessionStorage.clear()
Object.assign(window, { show })
