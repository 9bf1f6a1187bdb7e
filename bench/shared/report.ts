import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../scripts/processes.ts'

/** A measured figure and, if one is set, its target. */
export interface Figure {
  what: string
  /** The measured value as text, with its unit. */
  measured: string
  /** The target as text, for instance `<= 300 ms`. */
  promised?: string
  /** Whether the measured value meets the target. */
  isKept?: boolean
  /** Whether the figure is printed by the run only, and not in docs/performance.md. */
  isDetail?: boolean
}

export interface Report {
  /** The heading of the benchmark in docs/performance.md. */
  title: string
  /** One or two sentences about how the figures were measured. */
  how: string
  figures: Figure[]
}

/**
 * The folder with the last figures of each benchmark. A build does not delete it, so benchmarks can be run one at a
 * time.
 */
const FOLDER = join(ROOT, 'bench/figures')

/** Prints the figures of a benchmark and stores them for docs/performance.md; a missed target sets exit code 1. */
export async function publishReport(name: string, measuredReport: Report): Promise<void> {
  console.log(`\n${formatAsMarkdown(measuredReport)}`)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${name}.json`), JSON.stringify(measuredReport))
  if (measuredReport.figures.some(({ isKept }) => isKept === false)) process.exitCode = 1
}

/** Reads the last figures of a benchmark; returns undefined if it has not run yet. */
export async function readLastReport(name: string): Promise<Report | undefined> {
  const text = await readFile(join(FOLDER, `${name}.json`), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

/** Leaves out what only the run prints. */
export const withoutDetails = (report: Report): Report => ({
  ...report,
  figures: report.figures.filter(({ isDetail }) => !isDetail),
})

/** Formats the figures of a benchmark as a section with a table. A missed target is marked. */
export function formatAsMarkdown({ title, how, figures }: Report): string {
  const rows = figures.map(({ what, measured, promised = '', isKept }) => [
    what,
    measured,
    isKept === false ? `${promised} **no**` : promised,
  ])
  const lines = [['', 'measured', 'target'], ['---', '---', '---'], ...rows]
  return `## ${title}\n\n${how}\n\n${lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n`
}
