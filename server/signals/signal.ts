/** Series of a metric by their names with labels, in the notation of promtool: `0+5x40` rises by 5 in each minute. */
type Series = Readonly<Record<string, string>>

/** Series on which an alert fires, and series on which it is silent, after `atMinutes` (without it, 30). */
export interface Cases {
  fires: Series
  silent: Series
  atMinutes?: number
}

/** What an operator reads about a signal. */
export interface RunbookPage {
  meaning: string
  /** What buyers notice. */
  notice: string
  /** How to look. */
  look: string
  /** What to do, in this order. */
  steps: readonly string[]
}

/** A figure of the database, or an expression in PromQL. Cases of a figure follow from its threshold. */
type Measure =
  | {
      expr?: undefined
      figure: string
      /** The label of the figure, by whose values the signal is told apart. */
      by?: string
      /** The values of the label that count; without it, all. */
      only?: readonly string[]
      cases?: Cases
    }
  | { expr: string; cases: Cases }

/** Something that can be wrong with the marketplace. */
export type Signal = Measure & {
  /** What is wrong, in one sentence. */
  summary: string
  severity: 'warning' | 'critical'
  /** The signal is given above this value. */
  above?: number
  /** The signal is given below this value. */
  below?: number
  /** The last minutes whose events count. */
  windowMinutes?: number
  /** After how many seconds an event counts as late. */
  lateSeconds?: number
  /** How many intervals of a task may pass. */
  intervals?: number
  /** For how long it must last until Prometheus reports it. The status page does not wait. */
  forMinutes: number
  runbook: RunbookPage
}

/** Returns the severity of a signal if a value is beyond its threshold, else `ok`. */
export function judge(
  { severity, above, below }: Pick<Signal, 'severity' | 'above' | 'below'>,
  value: number,
): 'ok' | 'warning' | 'critical' {
  const isGiven = (above !== undefined && value > above) || (below !== undefined && value < below)
  return isGiven ? severity : 'ok'
}

/** Returns the file of a signal in the runbook: `docs/runbook/jobs-late.md` of KioskoJobsLate. */
export const findRunbookPath = (name: string): string =>
  `docs/runbook/${name
    .replace('Kiosko', '')
    .replaceAll(/(?!^)[A-Z]/g, letter => `-${letter}`)
    .toLowerCase()}.md`

/** The share of the events of a counter that have a bad result, in the last minutes. */
export function badShare(counter: string, result: string, windowMinutes: number) {
  const rate = (labels: string) => `sum(rate(${counter}${labels}[${windowMinutes}m]))`
  const series = (good: number) => ({
    [`${counter}{result="good"}`]: `0+${good}x40`,
    [`${counter}{result="${result}"}`]: '0+5x40',
  })
  return {
    windowMinutes,
    expr: `${rate(`{result="${result}"}`)} / ${rate('')}`,
    cases: { fires: series(5), silent: series(95) },
  }
}
