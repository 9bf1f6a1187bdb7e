import { createContext, runInContext } from 'node:vm'
import type { EntryContext } from 'react-router'
import { expect, test } from 'vitest'
import { startLate } from './deferred-hydration.ts'

const NONCE = 'a+b/c='
const context = {
  manifest: {
    url: '/assets/manifest.js',
    entry: { module: '/assets/entry.js', imports: [] },
    routes: { root: { module: '/assets/root.js' }, 'features/home': { module: '/assets/home.js' } },
  },
  staticHandlerContext: {
    matches: [{ route: { id: 'root' } }, { route: { id: 'features/home' } }],
  },
} as unknown as EntryContext

const preload = (file: string) => `<link rel="modulepreload" href="${file}" nonce="${NONCE}"/>`
const start = `<script nonce="${NONCE}" type="module" async="">import "/assets/manifest.js";</script>`
const inline = (code: string) => `<script nonce="${NONCE}">${code}</script>`
const scrolling = '((storageKey) => {})("positions")'
const page = (body = '') =>
  `<html><head>${inline('early={}')}${preload('/assets/base.js')}${preload('/assets/root.js')}</head><body>${body}${inline(scrolling)}${start}<!--$-->${inline('data()')}<!--/$--></body></html>`

test('a page names its scripts in one place, and fetches none by itself', () => {
  const late = startLate(page(), NONCE, context)

  expect(late).not.toContain('<link rel="modulepreload"')
  expect(late).not.toContain('type="module"')
  expect(late).toContain('["/assets/base.js","/assets/root.js"],"/assets/manifest.js"')
  expect(late).toContain('[["root","/assets/root.js"],["features/home","/assets/home.js"]]')
})

test('the scripts of a page’s end are one, behind empty ones where the others stood', () => {
  const late = startLate(page(), NONCE, context)

  expect(late).toContain(`<head>${inline('early={}')}`)
  expect(late.match(/<script nonce=/g)).toHaveLength(2)
  expect(late).toContain('<body><script></script><script></script><!--$--><script nonce=')
  expect(late).toContain(`;data();${scrolling}</script><!--/$--></body></html>`)
})

test('a page that ends in another way is noticed', () =>
  expect(() => startLate(page().replace('(storageKey)', '(key)'), NONCE, context)).toThrow(
    'another way',
  ))

test('what somebody wrote that looks like the router’s own is left as it is', () => {
  const fake =
    '<link rel="modulepreload" href="/evil.js"/><script type="module" async="">evil()</script>'

  const late = startLate(page(fake), NONCE, context)

  expect(late).toContain(fake)
  expect(late).not.toContain('"/evil.js"]')
})

test('a router that writes its start in another way is noticed', () => {
  const unknown = 'another way'
  expect(() => startLate(page().replace(' async=""', ''), NONCE, context)).toThrow(unknown)
  expect(() => startLate(page(start), NONCE, context)).toThrow(unknown)
  expect(() => startLate(page().replaceAll('modulepreload', 'prefetch'), NONCE, context)).toThrow(
    unknown,
  )
})

/** Runs the start of a page in a browser's stead, with its moments in hand. */
function open() {
  const [, script = ''] = /<script nonce="[^"]+">(\(function[\s\S]*?);data\(\)/.exec(
    startLate(page(), NONCE, context),
  )!
  const moments = new Map<string, () => void>()
  const asked: string[] = []
  const ran: string[] = []
  const person = Promise.withResolvers<void>()
  const window = {}
  runInContext(
    // A context of its own has no modules.
    script.replaceAll('import(', 'load('),
    createContext({
      window,
      load: (name: string) => {
        ran.push(name)
        return Promise.resolve({ name })
      },
      early: { person: person.promise },
      document: {
        readyState: 'loading',
        createElement: () => ({}),
        head: { appendChild: ({ href }: { href: string }) => asked.push(href) },
      },
      addEventListener: (name: string, then: () => void) => moments.set(name, then),
      requestAnimationFrame: (then: () => void) => moments.set('frame', then),
      setTimeout: (then: () => void, ms?: number) =>
        moments.set(ms === undefined ? 'after the frame' : `after ${ms} ms`, then),
    }),
  )
  const all = ['/assets/base.js', '/assets/root.js']
  return { asked, ran, window, all, person, pass: (moment: string) => moments.get(moment)!() }
}

test('the scripts are asked for once all is there and painted', () => {
  const { asked, all, pass } = open()

  pass('load')
  for (let frame = 1; frame <= 3; frame += 1) {
    expect(() => pass('after the frame')).toThrow()
    pass('frame')
  }
  expect(asked).toEqual([])
  pass('after the frame')

  expect(asked).toEqual(all)
})

test('the router begins when the modules of its routes are there', async () => {
  const { ran, window, pass } = open()

  pass('after 4000 ms')

  expect(ran).toEqual(['/assets/manifest.js', '/assets/root.js', '/assets/home.js'])
  await expect.poll(() => ran.at(-1)).toBe('/assets/entry.js')
  expect(window).toEqual({
    __reactRouterRouteModules: {
      root: { name: '/assets/root.js' },
      'features/home': { name: '/assets/home.js' },
    },
  })
})

test('the scripts are asked for as soon as a person does something, and once', async () => {
  const { asked, all, person, pass } = open()

  person.resolve()
  await person.promise
  expect(asked).toEqual(all)
  pass('after 4000 ms')

  expect(asked).toEqual(all)
})

test('a cover that does not come holds a page back for four seconds at most', () => {
  const { asked, all, pass } = open()

  pass('after 4000 ms')

  expect(asked).toEqual(all)
})
