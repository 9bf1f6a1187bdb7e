import type { CheckGroup } from '#contract/system-status.ts'
import type { Locale } from '#messages/runtime'

/** Series of a metric by their names with labels, in the notation of promtool: `0+5x40` rises by 5 in each minute. */
type Series = Readonly<Record<string, string>>

/** Series on which an alert fires, and series on which it is silent, after `atMinutes` (without it, 30). */
export interface Cases {
  fires: Series
  silent: Series
  atMinutes?: number
}

/** What an operator reads about a signal. */
export interface RunbookSection {
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

/** A signal holds above or below a value. */
type Threshold = { above: number; below?: undefined } | { above?: undefined; below: number }

/** Something that can be wrong with the marketplace. */
export type Signal = Measure &
  Threshold & {
    /** What is wrong, in one sentence. */
    summary: string
    severity: 'warning' | 'critical'
    /** The last minutes whose events count. */
    windowMinutes?: number
    /** After how many seconds an event counts as late. */
    lateSeconds?: number
    /** How many intervals of a task may pass. */
    intervals?: number
    /** For how long it must last until Prometheus reports it. The status page does not wait. */
    forMinutes: number
    runbook: RunbookSection
  }

/** A text in the language of a request. */
export type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

/** A row of the status page. `Tab` are tabs of the administration, and `Name` names of signals. */
export type Row<Tab extends string, Name extends string> = (
  | { title: Text; tab?: Tab }
  /** The title is that of the tab. */
  | { title?: undefined; tab: Tab }
) & {
  group: CheckGroup
  /** What an admin does about it. */
  action: Text
  /** The signal whose section of the runbook is named, unless the check names another one. */
  signal?: Name
  /** The figure that is shown. A row without it has a check of its own in `server/features/system-status/`. */
  counts?: string
  /** What the figure means, if the title does not say it. */
  label?: Text
}

/** Returns the severity of a signal if a value is beyond its threshold, else `ok`. */
export function judge(
  { severity, above, below }: Threshold & Pick<Signal, 'severity'>,
  value: number,
): 'ok' | 'warning' | 'critical' {
  const isBeyond = above === undefined ? value < below : value > above
  return isBeyond ? severity : 'ok'
}

export const RUNBOOK_DOCUMENT = 'docs/runbook.md'

/** Returns the address of the section of a signal: `docs/runbook.md#kioskojobslate` of KioskoJobsLate. */
export const findRunbookSection = (name: string): string =>
  `${RUNBOOK_DOCUMENT}#${name.toLowerCase()}`

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
