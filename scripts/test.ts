import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded, run } from './steps.ts'

/** `npm test`: static checks, the suite on both databases, the browser's stories; one line of figures at the end. */

const folder = await mkdtemp(join(tmpdir(), 'kiosko-results-'))
const reports = { unit: join(folder, 'unit.json'), browser: join(folder, 'browser.json') }

interface Counts {
  passed: number
  failed: number
}

async function staticChecks(): Promise<Counts> {
  const code = await run('npm', ['run', '--silent', 'check'])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
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
  const report = await readJson(reports.unit)
  const passed = Number(report?.['numPassedTests'] ?? 0)
  const failed = Number(report?.['numFailedTests'] ?? 0)
  // A file that could not even be loaded fails no test, but the run.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

async function browser(): Promise<Counts> {
  await ensureBrowser()
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser },
  })
  const stats = (await readJson(reports.browser))?.['stats'] as Record<string, number> | undefined
  const passed = (stats?.['expected'] ?? 0) + (stats?.['flaky'] ?? 0)
  const failed = stats?.['unexpected'] ?? 0
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** Debian's Chromium where it is installed, else the one that Playwright fetches. */
async function ensureBrowser(): Promise<void> {
  if (existsSync('/usr/bin/chromium')) return
  await run('playwright', ['install', 'chromium'])
}

async function readJson(file: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
}

const totals = { passed: 0, failed: 0 }
for (const part of [staticChecks, suite, browser]) {
  const { passed, failed } = await part()
  totals.passed += passed
  totals.failed += failed
}
await rm(folder, { recursive: true, force: true })
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
