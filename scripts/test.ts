import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildIfNeeded, run } from './steps.ts'

/**
 * `npm test`: static checks, the suite on both databases, the browser's stories. At the end what failed, told once
 * more since minutes of other lines lie between, and one line of figures.
 */

// First of all: a machine that cannot have a browser is told so before the minutes of the suite.
await ensureBrowser()
const folder = await mkdtemp(join(tmpdir(), 'kiosko-results-'))
const reports = { unit: join(folder, 'unit.json'), browser: join(folder, 'browser.json') }

interface Counts {
  passed: number
  failed: number
  /** What failed, in words. */
  told?: string[]
}

/** The part that is read of vitest's report. */
interface SuiteReport {
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
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, told: ['npm run check'] }
}

async function suite(): Promise<Counts> {
  // Tests of pages and of what they weigh are about the build.
  await buildIfNeeded()
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports.unit}`,
  ])
  const report = await readJson<SuiteReport>(reports.unit)
  const told = failures(report)
  // What fails outside of every file, as an error nobody waits for, is told of by the run's code alone.
  const failed = Math.max(told.length, code === 0 ? 0 : 1)
  return { passed: report?.numPassedTests ?? 0, failed, told }
}

/** Each failed test with its message, and each file that failed as a whole: its tests are counted nowhere. */
function failures(report: SuiteReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(file => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return file.status === 'failed' ? [`${file.name}\n${file.message}`] : []
    return tests.map(test => `${file.name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
  })
}

async function browser(): Promise<Counts> {
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser },
  })
  const stats = (await readJson<{ stats: Record<string, number> }>(reports.browser))?.stats
  const passed = (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0)
  const failed = stats?.['unexpected'] ?? 0
  // Its own list of what failed is near enough to the end.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

async function readJson<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

const totals = { passed: 0, failed: 0 }
const told: string[] = []
for (const part of [staticChecks, suite, browser]) {
  const { passed, failed, told: words = [] } = await part()
  told.push(...words)
  totals.passed += passed
  totals.failed += failed
}
await rm(folder, { recursive: true, force: true })
for (const words of told) console.log(`FAILED ${words}\n`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
