import type { SystemStatus } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import { type CheckView, formatFigures, linkToTab, listTexts } from './check-view.ts'
import { formatTimeAgo } from './time.ts'

const group = 'money'

/** Describes the checks of orders and payments, the most urgent kinds first. */
export function describeMoney(status: SystemStatus): CheckView[] {
  const { unmatchedPayments, refundsDue, webhookEvents } = status
  return [
    {
      name: 'unmatchedPayments',
      group,
      title: m.admin_unmatched(),
      ...unmatchedPayments,
      value: unmatchedPayments.figures && formatNumber(unmatchedPayments.figures.count),
      details: [],
      action: m.status_unmatched_action(),
      link: linkToTab('unmatched', m.admin_unmatched()),
      runbook: 'unmatched-payments',
    },
    describeReviews(status.reviews),
    {
      name: 'refundsDue',
      group,
      title: m.status_refunds_due(),
      ...refundsDue,
      value: refundsDue.figures && formatNumber(refundsDue.figures.count),
      details: [],
      action: m.status_refunds_due_action(),
      link: linkToTab('reviews', m.admin_reviews()),
      runbook: 'refunds-due',
    },
    {
      name: 'webhookEvents',
      group,
      title: m.status_webhook_events(),
      ...webhookEvents,
      value:
        webhookEvents.figures &&
        m.status_webhook_events_count({ count: formatNumber(webhookEvents.figures.count) }),
      details: [],
      action: m.status_webhook_events_action(),
      link: linkToTab('jobs', m.admin_jobs()),
      runbook: 'webhook-events-unprocessed',
    },
    describeProvider(status.provider),
    describeDelivery(status.delivery),
  ]
}

function describeReviews(check: SystemStatus['reviews']): CheckView {
  const { figures } = check
  return {
    name: 'reviews',
    group,
    title: m.admin_reviews(),
    ...check,
    value:
      figures &&
      formatFigures(
        [m.status_reviews_in_review(), figures.inReview],
        [m.status_reviews_held(), figures.held],
      ),
    details: (figures?.amounts ?? []).map(({ amountMinor, currency }) =>
      m.status_reviews_amount({ amount: formatMinorUnits(amountMinor, currency) }),
    ),
    action: m.status_reviews_action(),
    link: linkToTab('reviews', m.admin_reviews()),
    runbook: 'orders-in-review',
  }
}

function describeProvider(check: SystemStatus['provider']): CheckView {
  const { figures } = check
  return {
    name: 'provider',
    group,
    title: 'MercadoPago',
    ...check,
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
    action: m.status_provider_action(),
    runbook: 'provider-failing',
  }
}

function describeDelivery(check: SystemStatus['delivery']): CheckView {
  const { figures } = check
  const lastAt = [figures?.inTime.lastAt, figures?.late.lastAt]
    .filter(time => typeof time === 'string')
    .toSorted()
    .at(-1)
  return {
    name: 'delivery',
    group,
    title: m.status_delivery(),
    ...check,
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
    action: m.status_delivery_action(),
    runbook: 'delivery-late',
  }
}
