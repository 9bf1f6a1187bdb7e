import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../scripts/steps.ts'

/** What was measured and, where one was made, what was promised. */
export interface Figure {
  what: string
  /** As it is read: with its unit, or a ratio. */
  measured: string
  promised?: string
  isKept?: boolean
}

export interface Report {
  /** Heading in docs/performance.md. */
  title: string
  /** How it was measured, in a sentence or two. */
  how: string
  figures: Figure[]
}

/** Outside of what a build wipes: one bench may be run again without the others. */
const FOLDER = join(ROOT, 'bench/figures')

/** Prints a bench's figures and leaves them for docs/performance.md. A promise that is not kept fails the script. */
export async function report(name: string, found: Report): Promise<void> {
  console.log(`\n${asMarkdown(found)}`)
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${name}.json`), JSON.stringify(found))
  if (found.figures.some(({ isKept }) => isKept === false)) process.exitCode = 1
}

/** The last figures of a bench, or undefined where it was not run yet. */
export async function lastReport(name: string): Promise<Report | undefined> {
  const text = await readFile(join(FOLDER, `${name}.json`), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

export function asMarkdown({ title, how, figures }: Report): string {
  const rows = figures.map(({ what, measured, promised = '', isKept }) => [
    what,
    measured,
    promised,
    isKept === undefined ? '' : isKept ? 'yes' : '**no**',
  ])
  const lines = [['', 'measured', 'promised', 'kept'], ['---', '---', '---', '---'], ...rows]
  return `## ${title}\n\n${how}\n\n${lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
}

/** The value that a part of them does not exceed. @param part 0.99 for the 99th of a hundred */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}
