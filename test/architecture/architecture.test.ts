import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { listRepositoryFiles } from '../../scripts/repository-files.ts'
import { MAY_IMPORT } from './allowed-imports.ts'
import { FEATURE_LAYERS } from './feature-layers.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The only packages that a folder is allowed to import. Other folders can import any package. */
const PACKAGES: Record<string, RegExp> = { 'contract/': /^zod(\/|$)/ }

async function sources(): Promise<string[]> {
  const found = await readdir(ROOT, { recursive: true })
  return found.filter(
    path =>
      /^(contract|messages|server|web|simulators|demo|tools|scripts|bench|e2e|test)\/.*\.tsx?$/.test(
        path,
      ) &&
      (!/\.test\.tsx?$/.test(path) || path.startsWith('test/')) &&
      !path.includes('node_modules'),
  )
}

/** Lists the specifiers of all imports of a file, including type imports and dynamic imports. */
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

/** Resolves an import specifier to a path relative to the root of the repository; returns undefined for a package. */
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
const repositoryFiles = listRepositoryFiles()
const arrows = files.flatMap(path =>
  importsOf(path).map(specifier => ({ path, specifier, to: target(path, specifier) })),
)

test('the import parser finds the source files and their imports', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(arrows.length).toBeGreaterThan(300)
})

test('every import is allowed by the table of folders', () => {
  const wrong = arrows.filter(({ path, to }) => {
    if (to === undefined || to.startsWith('.react-router') || to.includes('+types')) return false
    const allowed = MAY_IMPORT[longest(MAY_IMPORT, path) ?? ''] ?? []
    return !allowed.some(place => to.startsWith(place))
  })
  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
})

test('no feature of the server imports the routes or jobs of another one', () => {
  const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1]
  const entries = arrows.filter(({ to }) =>
    /^server\/features\/.*\/(routes|jobs)\.ts$/.test(to ?? ''),
  )
  const wrong = entries.filter(
    ({ path, to }) => featureOf(path) !== undefined && featureOf(path) !== featureOf(to!),
  )

  expect(entries.length).toBeGreaterThan(20)
  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
})

test('files in the folder of a web page are imported by that page only', () => {
  const wrong = arrows.filter(({ path, to }) => {
    const page = to?.match(/^(web\/pages\/[^/]+\/[^/+]+)\//)?.[1]
    return page !== undefined && path !== `${page}.tsx` && !path.startsWith(`${page}/`)
  })
  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
})

/** Groups files: by feature, or within one feature by the first folder or file. Others belong to no group. */
type Grouping = (path: string) => string | undefined

/** Finds the groups from which a chain of imports, also of types, leads through other groups back to them. */
function findCyclicGroups(groupOf: Grouping): string[] {
  const imported = new Map<string, string[]>()
  for (const { path, to } of arrows) {
    const [from, target] = [groupOf(path), groupOf(to ?? '')]
    if (from && target && from !== target)
      imported.set(from, [...(imported.get(from) ?? []), target])
  }
  return findCyclic(imported)
}

test.each(['server', 'web'])('no import cycle connects two features of the %s', part => {
  const prefix = `${part}/features/`

  expect(
    findCyclicGroups(path => (path.startsWith(prefix) ? path.split('/')[2] : undefined)),
  ).toEqual([])
})

/** Lists the files that a file needs while it is loaded: not those of types, and not those that are loaded later. */
function valueImportsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  const specifiers = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest && !isType ? [moduleRequest.value] : [],
      ),
    ),
  ]
  return specifiers.flatMap(specifier => target(path, specifier) ?? [])
}

/**
 * Removes, again and again, the nodes from which no arrow leads to another node of the rest.
 * @returns the nodes of cycles, and those from which arrows lead to them
 */
function findCyclic(arrowsOf: Map<string, string[]>): string[] {
  const rest = new Map(arrowsOf)
  for (;;) {
    const ends = [...rest].filter(([, targets]) => !targets.some(node => rest.has(node)))
    if (ends.length === 0) return [...rest.keys()]
    for (const [node] of ends) rest.delete(node)
  }
}

test('no files import each other in a cycle while they are loaded', () => {
  const imports = new Map(files.map(path => [path, valueImportsOf(path)]))

  expect([...imports.values()].flat().length).toBeGreaterThan(3000)
  expect(findCyclic(imports)).toEqual([])
})

test('every feature of more than fifteen files has layers', () => {
  const counts = new Map<string, number>()
  for (const path of files) {
    const [feature] = /^server\/features\/[^/]+\//.exec(path) ?? []
    if (feature) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  const large = [...counts].flatMap(([feature, count]) => (count > 15 ? [feature] : []))

  expect(large.length).toBeGreaterThan(5)
  expect(large.filter(feature => !(feature in FEATURE_LAYERS))).toEqual([])
})

describe.each(Object.entries(FEATURE_LAYERS))('the layers of %s', (feature, layers) => {
  const ownFiles = files.filter(path => path.startsWith(feature))
  const unitOf = (path: string) => path.slice(feature.length).replace(/\/.*/, '/')
  const layerOf = (path: string) => layers.findIndex(units => units.includes(unitOf(path)))

  test('the layers of a folder contain every file and folder once', () => {
    const units = new Set(ownFiles.map(unitOf))

    expect(layers.flat().toSorted()).toEqual([...units].toSorted())
  })

  test('the files and folders of a layered feature do not import each other, types included', () => {
    const groupOf: Grouping = path => (path.startsWith(feature) ? unitOf(path) : undefined)

    expect(findCyclicGroups(groupOf)).toEqual([])
  })

  test('the layers of a folder import values only from below', () => {
    const inside = ownFiles.flatMap(path =>
      valueImportsOf(path)
        .filter(to => to.startsWith(feature) && unitOf(to) !== unitOf(path))
        .map(to => ({ path, to })),
    )
    const wrong = inside.filter(({ path, to }) => layerOf(to) >= layerOf(path))

    expect(inside.length).toBeGreaterThan(4)
    expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
  })
})

test('the modules of programs that read uploaded content are loaded by programs only, never by the server', () => {
  const isProgram = (path: string) => path.endsWith('.program.ts')
  const programs = files.filter(isProgram)
  const modules = new Set(programs.flatMap(valueImportsOf))
  const wrong = arrows.filter(
    ({ path, to }) =>
      modules.has(to ?? '') && valueImportsOf(path).includes(to!) && !isProgram(path),
  )

  expect(modules.size).toBe(programs.length)
  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
})

test('the contract imports no package but zod', () => {
  const wrong = arrows.filter(({ path, to, specifier }) => {
    const only = PACKAGES[longest(PACKAGES, path) ?? '']
    return to === undefined && only !== undefined && !only.test(specifier)
  })
  expect(wrong.map(({ path, specifier }) => `${path} -> ${specifier}`)).toEqual([])
})

test('only the server and tests import the examples of requests, which browsers do not need', () => {
  const wrong = arrows.filter(
    ({ path, to }) =>
      to?.startsWith('contract/examples/') && !/^(contract\/examples|server|test)\//.test(path),
  )

  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
})

test('server/config.ts is the only server file that reads process.env', () => {
  const readers = files.filter(
    path =>
      path.startsWith('server/') && readFileSync(join(ROOT, path), 'utf8').includes('process.env'),
  )
  expect(readers).toEqual(['server/config.ts'])
})

test('the server names the messages that it uses, so that its bundle does not contain all of them', () => {
  const users = files
    .filter(path => /^(contract|messages|server)\//.test(path))
    .filter(path => /[=(,[{]\s*m\s*[,;)\]}\n]/.test(readFileSync(join(ROOT, path), 'utf8')))

  expect(users).toEqual([])
})

test('the code of every part of a page is asked for again if it does not come', () => {
  const faults = files
    .filter(path => path.startsWith('web/'))
    .filter(path => /\blazy\((?!\s*persistently\()/.test(readFileSync(join(ROOT, path), 'utf8')))

  expect(faults).toEqual([])
})

test('every transaction runs in runTransaction, and none in the method of drizzle', () => {
  const callers = repositoryFiles.filter(
    path =>
      /^(server|demo|tools|scripts|bench)\/.*\.ts$/.test(path) &&
      /\.transaction\(/.test(readFileSync(join(ROOT, path), 'utf8')),
  )

  expect(callers).toEqual([])
})

test('only mounted admin actions and commands on the command line write to the audit log', () => {
  const writers = files.filter(
    path =>
      path.startsWith('server/') &&
      /\blogAdminAction\b/.test(readFileSync(join(ROOT, path), 'utf8')),
  )

  expect(writers.toSorted()).toEqual([
    'server/features/admin/admin-action.ts',
    'server/features/admin/audit.ts',
    'server/features/admin/command-line/roles.ts',
    'server/features/admin/command-line/second-factor-reset.ts',
  ])
})

/** The tables whose rows have one writer, which also tells whoever is to know of what the row says. */
const ONLY_WRITERS: Record<string, string> = {
  adminActions: 'server/features/admin/audit.ts',
  orderEvents: 'server/features/orders/events/record.ts',
  securityEvents: 'server/features/accounts/security-events/record.ts',
}

test.each(Object.entries(ONLY_WRITERS))('rows of %s are inserted in one file', (table, writer) => {
  const name = table.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const insertion = new RegExp(`insert\\(${table}\\)|insert into "?${name}\\b`)
  const writers = files.filter(
    path => path.startsWith('server/') && insertion.test(readFileSync(join(ROOT, path), 'utf8')),
  )

  expect(writers).toEqual([writer])
})

/**
 * The maps and sets that can live as long as the process, and why requests cannot let them grow. A cache by texts of
 * requests is an LRUCache with a size in bytes.
 */
const LASTING_COLLECTIONS: Record<string, string> = {
  'server/jobs/worker.ts handlers': 'one for each kind of job',
  'server/jobs/scheduler.ts runningSchedules': 'one for each schedule',
  'server/cache/response-cache.ts #keysByTag': 'only tags and keys of entries that are stored',
  'server/cache/response-cache.ts #joinable': 'only renders that run',
  'server/cache/response-cache.ts #renders': 'only renders that run',
  'server/cache/invalidation.ts pendingEchoes': 'only notifications under way',
  'server/http/uploads/upload-slots.ts #running': 'only uploads that run',
  'server/http/uploads/owner-limit.ts #byOwner': 'only owners with a task that runs or waits',
  'server/jobs/worker.ts runningJobs': 'only jobs that run',
  'server/features/system-status/processes/tally.ts #countByMinute': 'the minutes of the last hour',
  'server/features/sales/export/export.ts totalsByKey': 'the months of one export',
  'server/ssr/csp-hashes.ts hashes': 'the scripts of one page',
  'server/error-reports/error-reporter.ts pending': 'only reports under way',
  'server/error-reports/report-limit.ts #seen': 'emptied every period',
  'server/integrations/mercadopago/circuit-breaker.ts #callsUnderWay': 'only calls under way',
  'server/integrations/storage/s3/s3.ts keys': 'one listing',
  'server/features/orders/zip/entry-names.ts takenKeys': 'the names of one archive',
  'server/integrations/storage/byte-source.ts blocks': 'four blocks of one file',
  'server/features/files/uploads/end-upload.ts ids': 'one listing',
  'server/features/files/pdf-pages/count-pages.ts seen': 'the nodes of one page tree',
  'server/db/prepared.ts names': '500 statements of at most 8,000 characters',
  'server/db/prepared.ts runs': '500 statements of at most 8,000 characters',
}

test('whatever the server remembers of requests has a bound in bytes', () => {
  const lasting: string[] = []
  const unbounded: string[] = []
  for (const path of files.filter(name => name.startsWith('server/'))) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    for (const { index } of text.matchAll(/new LRUCache\b/g))
      if (!/^new LRUCache(<.*?>)?\(\{\s+maxSize: \w+,\s+sizeCalculation:/.test(text.slice(index)))
        unbounded.push(path)
    const declarations = text.matchAll(
      /^(?:(?:export )?(?:const|let) (\w+)|  (?:readonly )?(#\w+)|  const (\w+))(?:: [^=\n]+)? = new (?:Map|Set)(?:<.*>)?\(\)/gm,
    )
    for (const [, outside, field, inside] of declarations)
      lasting.push(`${path} ${outside ?? field ?? inside}`)
  }

  expect(unbounded).toEqual([])
  expect(lasting.toSorted()).toEqual(Object.keys(LASTING_COLLECTIONS).toSorted())
})

const isServerCode = (path: string) => /^(contract|demo|server|tools)\/.*\.ts$/.test(path)

test.each([
  {
    what: 'the length of a day or of an hour',
    pattern:
      /\b(86_?400(_?000)?|3_?600_?000)\b|\b60 \* (60|1000)\b|const (DAY|HOUR)_MS =|function daysAgo\b/,
    isChecked: isServerCode,
    places: ['contract/core/time.ts'],
  },
  {
    what: 'a loop that adds up numbers',
    pattern: /\.reduce\(\s*\((\w+), [^)]+\) => \1 [+-] |\b(const|function) sum\b/,
    isChecked: (path: string) => isServerCode(path) && !path.endsWith('.test.ts'),
    places: ['contract/core/sum.ts'],
  },
  {
    what: 'a cast to the type of currencies',
    pattern: / as Currency\b/,
    isChecked: isServerCode,
    // The label of a figure is a column that was read as text.
    places: [
      'server/features/system-status/checks/figure-checks.ts',
      'server/integrations/mercadopago/responses.ts',
    ],
  },
  {
    what: 'a handler that discards its result',
    pattern: /\.then\(\(\) => undefined\)/,
    isChecked: (path: string) => /^server\/.*routes\.ts$/.test(path),
    places: [],
  },
])('$what stands only where it belongs', ({ pattern, isChecked, places }) => {
  const found = repositoryFiles.filter(
    path => isChecked(path) && pattern.test(readFileSync(join(ROOT, path), 'utf8')),
  )

  expect(found).toEqual(places)
})

test('package-lock.json contains no registry URL', () => {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  expect(lock).not.toMatch(/"resolved": "http/)
})

test('only files of the folder test import from that folder', () => {
  const wrong = arrows.filter(
    ({ path, to }) => to?.startsWith('test/') && !path.startsWith('test/'),
  )

  expect(wrong.map(({ path, to }) => `${path} -> ${to}`)).toEqual([])
})
