import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'
import { runCommand } from './processes.ts'

/**
 * `npm test` runs the static checks, all Vitest projects, short runs of the scripts in test/faults, and the browser
 * tests. `npm run test:unit` runs the tests that need no PostgreSQL server and no browser, `npm run test:e2e` the
 * browser tests, `npm run test:systems` the tests with an object storage, which it installs on Debian; further arguments
 * go to Vitest or Playwright. At the end all failures are printed again, followed by the number of passed and failed
 * tests.
 */

const [scope = 'all', ...args] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'kiosko-results-'))
const reports = { vitest: join(folder, 'vitest.json'), playwright: join(folder, 'playwright.json') }

interface Counts {
  passed: number
  failed: number
  /** Name and message of each failure. */
  failures?: string[]
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

async function staticChecks(): Promise<Counts> {
  const code = await runCommand('npm', ['run', '--silent', 'check'])
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: ['npm run check'] }
}

async function vitest(projects: string[]): Promise<Counts> {
  // Some tests read the build, for instance to check the size of pages.
  await buildIfNeeded()
  const code = await runCommand('vitest', [
    'run',
    ...projects.map(project => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports.vitest}`,
    ...args,
  ])
  const report = await readJson<VitestReport>(reports.vitest)
  const failures = listFailures(report)
  // An error outside of a test shows only in the exit code.
  const failed = Math.max(failures.length, code === 0 ? 0 : 1)
  return { passed: report?.numPassedTests ?? 0, failed, failures }
}

/** Lists failed tests, and files that failed as a whole, for instance while they were loaded. */
function listFailures(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(file => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return file.status === 'failed' ? [`${file.name}\n${file.message}`] : []
    return tests.map(test => `${file.name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
  })
}

async function browserTests(): Promise<Counts> {
  await buildIfNeeded()
  const code = await runCommand('playwright', ['test', '--reporter=list,json', ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright },
  })
  const stats = (await readJson<{ stats: Record<string, number> }>(reports.playwright))?.stats
  const passed = (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0)
  const failed = stats?.['unexpected'] ?? 0
  // Playwright prints its failures at the end, so they are not repeated here.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** Buys while the server, the database, the payment provider and the mail server fail. It prints its own figures. */
async function faults(): Promise<Counts> {
  const code = await runCommand(process.execPath, ['test/faults/run.ts', 'short'])
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: ['npm run faults -- short'] }
}

async function readJson<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

const SCOPES: Record<string, (() => Promise<Counts>)[]> = {
  all: [staticChecks, () => vitest(['unit', 'postgres', 'smoke', 'drill']), faults, browserTests],
  unit: [() => vitest(['unit', 'smoke'])],
  e2e: [browserTests],
  systems: [() => vitest(['systems'])],
}
const parts = SCOPES[scope]
if (!parts) throw new Error(`Unknown tests ${scope}: ${Object.keys(SCOPES).join(', ')}`)
// The browser is checked first, so that a machine without one fails before the long test run.
if (parts.includes(browserTests)) await ensureBrowser()

const totals = { passed: 0, failed: 0 }
const failures: string[] = []
for (const part of parts) {
  const counts = await part()
  totals.passed += counts.passed
  totals.failed += counts.failed
  failures.push(...(counts.failures ?? []))
}
await rm(folder, { recursive: true, force: true })
for (const failure of failures) console.log(`FAILED ${failure}\n`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
