import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const TEXTS = ['messages/']
const HOUSE = ['contract/', ...TEXTS]
const SERVER_BASE = [
  ...HOUSE,
  'server/http/',
  'server/jobs/',
  'server/emails/',
  'server/adapters/',
  'server/db/',
  'server/config.ts',
  'server/on-first-use.ts',
]

/**
 * Who may import whom, the longest matching folder first. What is not in its row is refused; packages are
 * free but for the rows of `PACKAGES`.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'contract/': ['contract/'],
  'messages/': HOUSE,
  'server/config.ts': ['contract/'],
  'server/db/': ['contract/', 'server/db/'],
  'server/log.ts': [],
  'server/jobs/': ['server/jobs/', 'server/db/', 'server/log.ts'],
  'server/on-first-use.ts': [],
  'server/adapters/': [
    'contract/',
    'server/adapters/',
    'server/db/',
    'server/config.ts',
    'server/on-first-use.ts',
  ],
  'server/emails/': [...HOUSE, 'server/emails/', 'server/jobs/', 'server/adapters/', 'server/db/'],
  'server/http/': [...HOUSE, 'server/http/', 'server/adapters/', 'server/db/', 'server/config.ts'],
  'server/features/accounts/': [...SERVER_BASE, 'server/features/accounts/'],
  'server/features/sellers/': [
    ...SERVER_BASE,
    'server/features/sellers/',
    'server/features/accounts/service.ts',
  ],
  'server/features/catalog/': [
    ...SERVER_BASE,
    'server/features/catalog/',
    'server/features/sellers/service.ts',
  ],
  'server/features/profiles/': [
    ...SERVER_BASE,
    'server/features/profiles/',
    'server/features/catalog/service.ts',
  ],
  'server/features/sales/': [
    ...SERVER_BASE,
    'server/features/sales/',
    'server/features/catalog/service.ts',
    'server/features/sellers/service.ts',
  ],
  'server/features/notifications/': [...SERVER_BASE, 'server/features/notifications/'],
  'server/features/admin/': [
    ...SERVER_BASE,
    'server/features/admin/',
    'server/features/accounts/service.ts',
    'server/features/catalog/service.ts',
    'server/features/sales/service.ts',
    'server/features/sellers/service.ts',
  ],
  'server/': ['server/', ...HOUSE],
  'web/ui/': ['web/ui/'],
  'web/i18n/': ['contract/', ...TEXTS, 'web/i18n/'],
  'web/api/': [...HOUSE, 'web/api/'],
  'web/': ['web/', ...HOUSE],
  'simulators/': ['simulators/'],
  'demo/': ['demo/', 'server/', 'contract/', 'test/', 'simulators/'],
}

/** Packages that a room keeps to. */
const PACKAGES: Record<string, RegExp> = { 'contract/': /^zod(\/|$)/ }

async function sources(): Promise<string[]> {
  const found = await readdir(ROOT, { recursive: true })
  return found.filter(
    path =>
      /^(contract|messages|server|web|simulators|demo)\/.*\.tsx?$/.test(path) &&
      !/\.test\.tsx?$/.test(path) &&
      !path.includes('node_modules'),
  )
}

/** The specifiers of every import of a file, those of types and dynamic ones among them. */
function importsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? ''),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ].filter(Boolean)
}

/** The file below the root that a specifier means, or undefined for a package. */
function target(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(path), specifier))
  if (specifier.startsWith('#messages')) return 'messages/compiled'
  if (specifier.startsWith('#')) return specifier.slice(1)
  return undefined
}

const longest = (table: Record<string, unknown>, path: string) =>
  Object.keys(table)
    .filter(place => path.startsWith(place))
    .sort((a, b) => b.length - a.length)[0]

const files = await sources()
const arrows = files.flatMap(path =>
  importsOf(path).map(specifier => ({ path, specifier, to: target(path, specifier) })),
)

test('the reader of imports sees the house', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(arrows.length).toBeGreaterThan(300)
})

test('every import points down, and none crosses between the sides', () => {
  const wrong = arrows.filter(({ path, to }) => {
    if (to === undefined || to.startsWith('.react-router') || to.includes('+types')) return false
    const allowed = MAY_IMPORT[longest(MAY_IMPORT, path) ?? ''] ?? []
    return !allowed.some(place => to.startsWith(place))
  })
  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
})

test('the contract knows zod and no other package', () => {
  const wrong = arrows.filter(({ path, to, specifier }) => {
    const only = PACKAGES[longest(PACKAGES, path) ?? '']
    return to === undefined && only !== undefined && !only.test(specifier)
  })
  expect(wrong.map(({ path, specifier }) => `${path} -> ${specifier}`)).toEqual([])
})

test('one file reads the environment', () => {
  const readers = files.filter(
    path =>
      path.startsWith('server/') && readFileSync(join(ROOT, path), 'utf8').includes('process.env'),
  )
  expect(readers).toEqual(['server/config.ts'])
})

test('the lock file names no registry', () => {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  expect(lock).not.toMatch(/"resolved": "http/)
})
