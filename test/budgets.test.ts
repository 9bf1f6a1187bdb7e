import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#web/pages.ts'

/** The output of `npm run build`, from which these tests read the size of public pages. `npm test` builds first. */

const BUILD = resolve(import.meta.dirname, '../build')
/**
 * The maximum size of the scripts that a page loads before any interaction, in KB (1,024 bytes) after brotli
 * compression.
 */
const SCRIPT_BUDGETS = [
  ['pages/public/product', 115],
  ['pages/public/profile', 118],
  ['pages/public/home', 133],
  ['pages/public/explore', 133],
  ['pages/public/faq', 124],
] as const
const STYLE_MAX = 15_000

const LAYOUTS: Record<string, string> = {
  'pages/public/product': 'layouts/bare-layout',
  'pages/public/profile': 'layouts/bare-layout',
}
const PUBLIC = PUBLIC_PAGES.map(({ routeId }) => routeId)

const { assets } = (await import(pathToFileURL(join(BUILD, 'server/index.js')).href)) as ServerBuild

/** Returns the scripts and styles that React Router puts into the head of a page. */
function filesOf(route: string) {
  const layout = LAYOUTS[route] ?? 'layouts/public-layout'
  const routes = ['root', layout, route].map(id => assets.routes[id])
  const scripts = [
    assets.url,
    assets.entry.module,
    ...assets.entry.imports,
    ...routes.flatMap(found => (found ? [found.module, ...(found.imports ?? [])] : [])),
  ]
  return {
    scripts: [...new Set(scripts)],
    styles: [...new Set(routes.flatMap(found => found?.css ?? []))],
  }
}

function weigh(files: string[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return files
    .map(file => brotliCompressSync(readFileSync(join(BUILD, 'client', file)), { params }).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

test('the build contains every public page', () => {
  expect(existsSync(join(BUILD, 'client/assets'))).toBe(true)
  expect(PUBLIC.filter(route => !assets.routes[route])).toEqual([])
})

test.each(SCRIPT_BUDGETS)('%s loads at most %d KB of scripts', (route, kilobytes) => {
  const { scripts } = filesOf(route)

  expect(scripts.length).toBeGreaterThan(5)
  expect(weigh(scripts)).toBeLessThanOrEqual(kilobytes * 1024)
})

test.each(PUBLIC)('%s loads at most 15 KB of styles', route => {
  const { styles } = filesOf(route)

  expect(styles.length).toBeGreaterThan(0)
  expect(weigh(styles)).toBeLessThanOrEqual(STYLE_MAX)
})

test.each(PUBLIC)('%s loads no script of the dashboard', route => {
  const own = new Set(PUBLIC.flatMap(other => filesOf(other).scripts))
  const ofDashboard = Object.values(assets.routes)
    .filter(found => found?.parentId === 'layouts/dashboard-layout')
    .map(found => found!.module)
    .filter(module => !own.has(module))
  expect(ofDashboard.length).toBeGreaterThan(5)
  const { scripts } = filesOf(route)

  expect(scripts.filter(script => ofDashboard.includes(script))).toEqual([])
  expect(scripts.filter(script => /redux|recharts|hook-form|dashboard/.test(script))).toEqual([])
})

test('the build contains two Latin font files, one per typeface', () => {
  const fonts = readdirSync(join(BUILD, 'client/assets')).filter(
    name => /latin-wght.*woff2$/.test(name) && !/latin-ext/.test(name),
  )
  expect(fonts).toHaveLength(2)
})
