import type { CheckName, CheckState } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatNumber } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'

export type CheckGroup = 'money' | 'services' | 'work'

/** A check as the page shows it. */
export interface CheckView {
  name: CheckName
  group: CheckGroup
  title: string
  state: CheckState
  since: string | null
  /** The figure; null if it is not known. */
  value: string | null
  details: string[]
  /** A longer list that is closed at first. */
  list?: { title: string; items: string[] }
  /** What to do, for a check that needs an admin. */
  action: string
  link?: { to: string; label: string }
  /** The page of the runbook. */
  runbook?: string
}

/** Formats labels with their numbers: `Enviados: 3 · Fallidos: 0`. */
export const formatFigures = (...figures: [label: string, count: number][]): string =>
  figures
    .map(([label, count]) => m.status_figure({ label, value: formatNumber(count) }))
    .join(' · ')

/** Builds the link to a tab of the admin area. */
export const linkToTab = (tab: string, screen: string) => ({
  to: paths.dashboardAdmin({ tab }),
  label: m.status_open({ screen }),
})

/** Returns the texts that are given, without those that are not. */
export const listTexts = (...texts: (string | false | null | undefined)[]): string[] =>
  texts.filter(text => typeof text === 'string')
