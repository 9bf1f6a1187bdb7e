import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { REQUIRED_SETTINGS, Settings } from '#server/settings/settings.ts'

/** The files of `ops/` can only set what the server reads: a misspelled setting would be ignored without a word. */

const OPS = join(import.meta.dirname, '../../ops')
const read = (name: string) => readFileSync(join(OPS, name), 'utf8')
const KNOWN = new Set(Object.keys(Settings.shape))
/** Variables that Node.js, its packages and the C library read. */
const OF_NODE = new Set(['TMPDIR', 'NODE_ENV', 'MALLOC_ARENA_MAX'])

interface Service {
  image?: string
  environment?: Record<string, string>
  profiles?: string[]
  networks?: string[] | Record<string, unknown>
  cap_drop?: string[]
  read_only?: boolean
}
const composeText = read('compose.yaml')
const { services } = parse(composeText, { merge: true }) as { services: Record<string, Service> }
/** The variables of ops/.env that compose.yaml puts into other values, such as a password in DATABASE_URL. */
const USED_BY_COMPOSE = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
const EXAMPLE = [...read('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)

/** Lists the variables that a file of systemd or Docker sets. */
const listVariables = (text: string, keyword: string): string[] =>
  [...text.matchAll(new RegExp(String.raw`^${keyword}((?:.*\\\n)*.*)$`, 'gm'))].flatMap(
    ([, assignments]) => [...assignments!.matchAll(/(\w+)=/g)].map(([, name]) => name!),
  )

describe('compose.yaml', () => {
  const own = Object.entries(services).filter(([, { image }]) => image === 'kiosko')

  test('compose.yaml has a web process and a worker', () => {
    expect(own.map(([name, { environment }]) => [name, environment?.['ROLE']])).toEqual([
      ['migrate', undefined],
      ['app', 'web'],
      ['worker', 'worker'],
    ])
  })

  test.each(own)('compose.yaml sets what the server reads (%s)', (_, { environment = {} }) => {
    expect(Object.keys(environment).filter(name => !KNOWN.has(name))).toEqual([])
  })

  test('compose.yaml and env.example name every setting that is required in production', () => {
    const named = [...EXAMPLE, ...Object.keys(services['app']!.environment!)]

    expect(REQUIRED_SETTINGS.filter(name => !named.includes(name))).toEqual([])
  })

  test('compose.yaml lets the backup know the bucket', () => {
    const scripts = read('backup.sh') + read('bucket-copy.sh')
    const names = [...scripts.matchAll(/\$\{?((?:S3|BUCKET)_\w+)/g)].map(([, name]) => name!)

    expect(names).toContain('S3_BUCKET')
    expect(Object.keys(services['backup']!.environment!)).toEqual(expect.arrayContaining(names))
  })

  test('compose.yaml hardens every service', () => {
    for (const [name, service] of Object.entries(services))
      expect(service, name).toMatchObject({ cap_drop: ['ALL'], read_only: true })
  })

  test('compose.yaml has an object storage that only the proxy reaches, by the host name of signed links', () => {
    const { bucket, proxy, ...others } = services
    const networks = Object.values(others).flatMap(service => service.networks)

    expect(bucket).toMatchObject({ profiles: ['bucket'], networks: ['bucket'] })
    expect(networks).not.toContain('bucket')
    expect(Object.keys(proxy!.networks!)).toEqual(['public', 'bucket'])
    expect(proxy!.networks).toMatchObject({
      public: { aliases: ['${FILES_DOMAIN:-files.invalid}'] },
    })
  })

  test('compose.yaml uses variables that env.example has', () => {
    // UPSTREAMS has a default.
    expect(USED_BY_COMPOSE.filter(name => !EXAMPLE.includes(name))).toEqual(['UPSTREAMS'])
  })
})

test('the Caddyfile uses variables that compose.yaml sets for the proxy', () => {
  const names = [...read('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name!)

  expect(names.toSorted()).toEqual(Object.keys(services['proxy']!.environment!).toSorted())
})

test('env.example names only settings and variables of compose.yaml', () => {
  expect(EXAMPLE.filter(name => !KNOWN.has(name) && !USED_BY_COMPOSE.includes(name))).toEqual([])
})

test.each(
  readdirSync(join(OPS, 'systemd'))
    .filter(name => /kiosko-(web|worker)\.service$/.test(name))
    .map(name => [name, listVariables(read(`systemd/${name}`), 'Environment=')] as const),
)('%s sets what the server reads', (_, names) => {
  expect(names.length).toBeGreaterThan(2)
  expect(names.filter(name => !KNOWN.has(name) && !OF_NODE.has(name))).toEqual([])
})

test('the Dockerfile sets what the server reads', () => {
  const names = listVariables(read('Dockerfile'), 'ENV ')

  expect(names).toContain('DATA_DIR')
  expect(names.filter(name => !KNOWN.has(name) && !OF_NODE.has(name))).toEqual([])
})
