import type { CheckOf } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatMinorUnits } from '#web/i18n/format.ts'
import { type FiguresView, formatFigures, listTexts } from './check-view.ts'
import { formatTimeAgo } from './time.ts'

export function describeReviews({ figures }: CheckOf<'reviews'>): FiguresView {
  return {
    value:
      figures &&
      formatFigures(
        [m.status_reviews_in_review(), figures.inReview],
        [m.status_reviews_held(), figures.held],
      ),
    details: (figures?.amounts ?? []).map(({ amountMinor, currency }) =>
      m.status_reviews_amount({ amount: formatMinorUnits(amountMinor, currency) }),
    ),
  }
}

export function describeProvider({ figures }: CheckOf<'provider'>): FiguresView {
  return {
    value:
      figures &&
      formatFigures(
        [m.status_provider_answered(), figures.answered.count],
        [m.status_provider_failed(), figures.failed.count],
      ),
    details: listTexts(
      figures?.isPaused && m.status_provider_paused(),
      figures?.answered.lastAt &&
        m.status_provider_last_answer({ time: formatTimeAgo(figures.answered.lastAt) }),
      figures?.failed.lastAt &&
        m.status_provider_last_failure({ time: formatTimeAgo(figures.failed.lastAt) }),
    ),
  }
}

export function describeDelivery({ figures }: CheckOf<'delivery'>): FiguresView {
  const lastAt = [figures?.inTime.lastAt, figures?.late.lastAt]
    .filter(time => typeof time === 'string')
    .toSorted()
    .at(-1)
  return {
    value:
      figures &&
      formatFigures(
        [m.status_delivery_in_time(), figures.inTime.count],
        [m.status_delivery_late(), figures.late.count],
      ),
    details: listTexts(
      m.status_delivery_window(),
      lastAt && m.status_delivery_last({ time: formatTimeAgo(lastAt) }),
    ),
  }
}
