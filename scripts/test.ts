import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type FilePrice, PRICES_VARIABLE, type Price } from './prices.ts'
import { ensureBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'
import { ROOT, runCommand } from './processes.ts'

/**
 * `npm test` runs the static checks, the tests of Vitest and the browser stories that nothing else can tell.
 * `npm run test:rest` runs what is left: the restore drill, short runs of the scripts in test/faults, all variants of
 * the browser stories, and the comparison of the guides' pictures with the screens. `npm run test:all` runs both. The
 * other scopes run one part; further arguments go to Vitest or Playwright. At the end all failures are printed again,
 * followed by what the minutes went to and the number of passed and failed tests.
 */

/** How many of the slowest test files are printed. */
const SLOWEST_FILES = 6

const [scope = 'core', ...args] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'kiosko-results-'))
const pricesFile = join(folder, 'prices.jsonl')
process.env[PRICES_VARIABLE] = pricesFile

interface Counts {
  passed: number
  failed: number
  /** Name and message of each failure. */
  failures?: string[]
}

/** A part of a run, under the name by which its duration is printed. */
interface Part {
  name: string
  run(): Promise<Counts>
}

/** The fields of Vitest's JSON report that are used here. */
interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const staticChecks: Part = {
  name: 'static checks',
  run: () => runScript('npm run check', 'npm', ['run', '--silent', 'check']),
}

/** Buys while the server, the database, the payment provider and the mail server fail. It prints its own figures. */
const faults: Part = {
  name: 'short faults',
  run: () =>
    runScript('npm run faults -- short', process.execPath, ['test/faults/run.ts', 'short']),
}

/** Takes the pictures of the guides again, and compares them with the stored ones. */
const helpPictures: Part = {
  name: 'pictures of the guides',
  run: () =>
    runScript('npm run help-pictures -- --compare', process.execPath, [
      'scripts/screens/help-pictures.ts',
      '--compare',
    ]),
}

/** Runs a command that counts as one test. */
async function runScript(name: string, command: string, commandArgs: string[]): Promise<Counts> {
  const code = await runCommand(command, commandArgs)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [name] }
}

const vitest = (
  projects: string[],
  selection: string[] = [],
  env: Record<string, string> = {},
): Part => ({
  name: `Vitest (${[...projects, ...selection].join(', ')})`,
  async run() {
    // Some tests read the build, for instance to check the size of pages.
    await buildIfNeeded()
    const reportFile = join(folder, `${projects.join('-')}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    const chosen = projects.map(project => `--project=${project}`)
    const code = await runCommand(
      'vitest',
      ['run', ...chosen, ...reporters, ...selection, ...args],
      { env },
    )
    const report = await readJson<VitestReport>(reportFile)
    const failures = listFailures(report)
    // An error outside of a test shows only in the exit code.
    const failed = Math.max(failures.length, code === 0 ? 0 : 1)
    return { passed: report?.numPassedTests ?? 0, failed, failures }
  },
})

/** Lists failed tests, and files that failed as a whole, for instance while they were loaded. */
function listFailures(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(file => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return file.status === 'failed' ? [`${file.name}\n${file.message}`] : []
    return tests.map(test => `${file.name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
  })
}

const browserTests = (
  name: string,
  selection: string[] = [],
  env: Record<string, string> = {},
): Part => ({
  name,
  async run() {
    await buildIfNeeded()
    const reportFile = join(folder, `${name}.json`)
    const code = await runCommand(
      'playwright',
      ['test', '--reporter=list,json', ...selection, ...args],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile } },
    )
    const stats = (await readJson<{ stats: Record<string, number> }>(reportFile))?.stats
    const passed = (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0)
    const failed = stats?.['unexpected'] ?? 0
    // Playwright prints its failures at the end, so they are not repeated here.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  },
})

async function readJson<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

/** Prints how long each part took, and the sums of what the files and tests measured in all worker processes. */
async function printPrices(durations: { name: string; ms: number }[]): Promise<void> {
  console.log('\nWhat the minutes went to:')
  for (const { name, ms } of durations) console.log(formatMinutes(ms, name))
  if (!existsSync(pricesFile)) return
  const lines = (await readFile(pricesFile, 'utf8')).trimEnd().split('\n')
  const prices = lines.map(line => JSON.parse(line) as Price | FilePrice)
  printFilePrices(prices.filter(price => 'file' in price))
  console.log('Of these, in all worker processes together:')
  const parts = Map.groupBy(
    prices.filter(price => 'part' in price),
    ({ part }) => part,
  )
  const sums = [...parts].map(([part, all]) => ({ part, ms: sumOf(all, 'ms'), times: all.length }))
  for (const { part, ms, times } of sums.toSorted((a, b) => b.ms - a.ms))
    console.log(formatMinutes(ms, `${part}, ${times} times ${Math.round(ms / times)} ms`))
}

/** Prints what the files of Vitest took in all worker processes together, and the slowest of them. */
function printFilePrices(files: FilePrice[]): void {
  if (files.length === 0) return
  console.log(`The ${files.length} files of Vitest, in all worker processes together:`)
  console.log(formatMinutes(sumOf(files, 'ms'), 'from start to end'))
  console.log(formatMinutes(sumOf(files, 'loadMs'), 'of it to load modules'))
  console.log(formatMinutes(sumOf(files, 'cpuMs'), 'processor time'))
  console.log(formatMinutes(sumOf(files, 'childrenMs'), 'processor time of child processes'))
  for (const { file, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_FILES))
    console.log(formatMinutes(ms, relative(ROOT, file)))
}

const sumOf = <Field extends string>(rows: Record<Field, number>[], field: Field): number =>
  rows.reduce((sum, row) => sum + row[field], 0)

const formatMinutes = (ms: number, what: string): string =>
  `${(ms / 60_000).toFixed(1).padStart(6)} min  ${what}`

const CORE = [
  staticChecks,
  vitest(['unit', 'components', 'postgres', 'smoke']),
  browserTests('browser stories', ['--grep=@core']),
]
const REST = [
  vitest(['drill']),
  // `npm test` sends a tenth of these requests, and runs a fifth of these histories of orders and a sixth of these cut
  // refunds.
  vitest(['postgres'], ['test/fuzz'], {
    FUZZ_REQUESTS: '30',
    FUZZ_HISTORIES: '10',
    FUZZ_CUT_REFUNDS: 'all',
  }),
  faults,
  browserTests('all browser tests in all variants', [], { ALL_VARIANTS: '1' }),
  helpPictures,
]
const SCOPES: Record<string, Part[]> = {
  core: CORE,
  rest: REST,
  all: [...CORE, ...REST],
  unit: [vitest(['unit', 'smoke'])],
  server: [vitest(['postgres'])],
  e2e: [browserTests('browser tests')],
  systems: [vitest(['systems'])],
}
const parts = SCOPES[scope]
if (!parts) throw new Error(`Unknown tests ${scope}: ${Object.keys(SCOPES).join(', ')}`)
// The browser is checked first, so that a machine without one fails before the long test run.
if (parts.some(({ name }) => name.includes('browser'))) await ensureBrowser()

const totals = { passed: 0, failed: 0 }
const failures: string[] = []
const durations: { name: string; ms: number }[] = []
for (const part of parts) {
  const start = performance.now()
  const counts = await part.run()
  durations.push({ name: part.name, ms: performance.now() - start })
  totals.passed += counts.passed
  totals.failed += counts.failed
  failures.push(...(counts.failures ?? []))
}
await printPrices(durations)
await rm(folder, { recursive: true, force: true })
for (const failure of failures) console.log(`FAILED ${failure}\n`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
