import * as m from '#messages'
import { formatNumber } from '#web/i18n/format.ts'

/** What the page says about the figures of a check. */
export interface FiguresView {
  /** The figure; null if it is not known. */
  value: string | null
  details?: string[]
  /** A longer list that is closed at first. */
  list?: { title: string; items: string[] } | undefined
}

/** Formats labels with their numbers: `Enviados: 3 · Fallidos: 0`. */
export const formatFigures = (...figures: [label: string, count: number][]): string =>
  figures
    .map(([label, count]) => m.status_figure({ label, value: formatNumber(count) }))
    .join(' · ')

/** Returns the texts that are given, without those that are not. */
export const listTexts = (...texts: (string | false | null | undefined)[]): string[] =>
  texts.filter(text => typeof text === 'string')
