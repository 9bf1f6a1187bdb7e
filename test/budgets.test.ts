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
  ['pages/public/product', 114],
  ['pages/public/profile', 113],
  ['pages/public/home', 130],
  ['pages/public/explore', 130],
  ['pages/public/faq', 126],
] as const
/** The maximum number of script files of a page: starting a request takes a slow phone 6 ms. */
const MAX_FILES = 22
const STYLE_MAX = 15_000

const LAYOUTS = new Map(PUBLIC_PAGES.map(({ routeId, layout }) => [routeId, layout]))
const PUBLIC = PUBLIC_PAGES.map(({ routeId }) => routeId)

const { assets } = (await import(pathToFileURL(join(BUILD, 'server/index.js')).href)) as ServerBuild

/** Returns the scripts that React Router puts into the head of a page. */
function findScripts(route: string): string[] {
  const routes = ['root', `layouts/${LAYOUTS.get(route)}-layout`, route].map(
    id => assets.routes[id],
  )
  return [
    ...new Set([
      assets.url,
      assets.entry.module,
      ...assets.entry.imports,
      ...routes.flatMap(found => (found ? [found.module, ...(found.imports ?? [])] : [])),
    ]),
  ]
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
  const scripts = findScripts(route)

  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.length).toBeLessThanOrEqual(MAX_FILES)
  expect(weigh(scripts)).toBeLessThanOrEqual(kilobytes * 1024)
})

test('all pages share one style sheet of at most 15 KB', () => {
  const styles = readdirSync(join(BUILD, 'client/assets')).filter(name => name.endsWith('.css'))

  expect(styles).toHaveLength(1)
  expect(weigh([`assets/${styles[0]}`])).toBeLessThanOrEqual(STYLE_MAX)
})

test.each(PUBLIC)('%s loads no script of the dashboard', route => {
  const own = new Set(PUBLIC.flatMap(other => findScripts(other)))
  const ofDashboard = Object.values(assets.routes)
    .filter(found => found?.parentId === 'layouts/dashboard-layout')
    .map(found => found!.module)
    .filter(module => !own.has(module))
  expect(ofDashboard.length).toBeGreaterThan(5)
  const scripts = findScripts(route)

  expect(scripts.filter(script => ofDashboard.includes(script))).toEqual([])
  expect(scripts.filter(script => /redux|hook-form|dashboard/.test(script))).toEqual([])
})

test('the build contains two Latin font files, one per typeface', () => {
  const fonts = readdirSync(join(BUILD, 'client/assets')).filter(
    name => /latin-wght.*woff2$/.test(name) && !/latin-ext/.test(name),
  )
  expect(fonts).toHaveLength(2)
})
