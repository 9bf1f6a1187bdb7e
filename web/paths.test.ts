import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { PAGES } from './pages.ts'
import { paths } from './paths.ts'
import routes from './routes.ts'

/** Returns the routes that have a path, without the layouts around them. */
function flatten(entries: RouteConfigEntry[]): RouteObject[] {
  return entries.flatMap(({ path = '', index, children, file }) =>
    children
      ? flatten(children)
      : [{ path: index ? '/' : `/${path}`, id: file.replace(/\.tsx$/, '') }],
  )
}
const table = flatten(routes)

test.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
  'the path builder %s returns a path that matches the route of its page',
  name => {
    const build = paths[name] as (parameter?: unknown) => string
    const { pattern } = PAGES[name]
    const parameter = name === 'product' ? { id: 7, slug: 'pan' } : 7
    const address = pattern.includes(':') ? build(parameter) : build()

    expect(matchRoutes(table, address)?.at(-1)?.route.path).toBe(pattern)
  },
)

test.each([
  [paths.product({ id: 7, slug: 'pan' }), '/product/7/pan'],
  [paths.product({ id: 7, slug: '' }), '/product/7'],
  [paths.profile('ana', { lang: 'en' }), '/profile/ana?lang=en'],
  [paths.order('a/b'), '/order/a%2Fb'],
  [paths.explore({ q: 'pan y vino', page: undefined }), '/explore?q=pan+y+vino'],
  [paths.home({ lang: undefined }), '/'],
])('a path builder encodes its parameters and omits empty ones: %s', (address, expected) =>
  expect(address).toBe(expected),
)
