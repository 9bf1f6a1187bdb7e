import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildIfNeeded, run } from './steps.ts'

/**
 * `npm test`: static checks, the whole suite, the browser tests. `npm run test:unit` runs what needs no PostgreSQL
 * server and no browser, `npm run test:e2e` the browser tests; further arguments go to Vitest or Playwright. At the
 * end stand the failures once more, since minutes of other lines lie between, and one line of figures.
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

/** What is read of Vitest's report. */
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
  const code = await run('npm', ['run', '--silent', 'check'])
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: ['npm run check'] }
}

async function vitest(projects: string[]): Promise<Counts> {
  // Some tests read the build: pages, their size, what production loads.
  await buildIfNeeded()
  const code = await run('vitest', [
    'run',
    ...projects.map(project => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports.vitest}`,
    ...args,
  ])
  const report = await readJson<VitestReport>(reports.vitest)
  const failures = failuresOf(report)
  // An error outside of every test shows only in the exit code.
  const failed = Math.max(failures.length, code === 0 ? 0 : 1)
  return { passed: report?.numPassedTests ?? 0, failed, failures }
}

/** Each failed test, and each file that failed as a whole, whose tests are counted nowhere. */
function failuresOf(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(file => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return file.status === 'failed' ? [`${file.name}\n${file.message}`] : []
    return tests.map(test => `${file.name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
  })
}

async function browserTests(): Promise<Counts> {
  await buildIfNeeded()
  const code = await run('playwright', ['test', '--reporter=list,json', ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright },
  })
  const stats = (await readJson<{ stats: Record<string, number> }>(reports.playwright))?.stats
  const passed = (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0)
  const failed = stats?.['unexpected'] ?? 0
  // Playwright's own list of failures stands near enough to the end.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

async function readJson<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

const SCOPES: Record<string, (() => Promise<Counts>)[]> = {
  all: [staticChecks, () => vitest(['unit', 'postgres', 'smoke']), browserTests],
  unit: [() => vitest(['unit', 'smoke'])],
  e2e: [browserTests],
}
const parts = SCOPES[scope]
if (!parts) throw new Error(`Unknown tests ${scope}: ${Object.keys(SCOPES).join(', ')}`)
// Before the minutes of the suite, so that a machine without a browser says so at once.
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
