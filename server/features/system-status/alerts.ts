import { DAY_SECONDS } from '#contract/core/time.ts'

export interface Alert {
  severity: 'warning' | 'critical'
  /** The alert fires above this value. */
  above?: number
  /** The alert fires below this value. */
  below?: number
}

const MINUTE_SECONDS = 60

/**
 * The alert rules of `ops/monitoring/alerts.yaml` that the status page shows, with their thresholds. A test compares the
 * two. The page does not wait for the time of a rule's `for`, which keeps Prometheus from reporting what ends by itself.
 */
export const ALERTS = {
  KioskoDown: { severity: 'critical', silentSeconds: 2 * MINUTE_SECONDS },
  KioskoDatabaseDown: { severity: 'critical' },
  /** The share of the disk that is free. */
  KioskoStorageAlmostFull: { severity: 'critical', below: 0.1 },
  /** The share of the attempts in the window that failed. */
  KioskoMailFailing: { severity: 'critical', above: 0.2, windowMinutes: 10 },
  /** The share of the calls in the window that got no answer. */
  KioskoProviderFailing: { severity: 'critical', above: 0.2, windowMinutes: 5 },
  /** The share of the deliveries in the window that came later than `lateSeconds` after the payment. */
  KioskoDeliveryLate: { severity: 'warning', above: 0.1, windowMinutes: 30, lateSeconds: 300 },
  /** Seconds for which the oldest job of a lane has been due. */
  KioskoJobsLate: { severity: 'critical', above: 10 * MINUTE_SECONDS },
  KioskoJobsDead: { severity: 'warning', above: 0 },
  /** Seconds since the last run, beyond `intervals` intervals of the task. */
  KioskoScheduleLate: { severity: 'critical', above: 10 * MINUTE_SECONDS, intervals: 2 },
  KioskoScheduleFailing: { severity: 'warning', above: 0 },
  /** Seconds since the oldest event came. */
  KioskoWebhookEventsUnprocessed: { severity: 'critical', above: 10 * MINUTE_SECONDS },
  KioskoOrdersInReview: { severity: 'warning', above: 0 },
  KioskoRefundsDue: { severity: 'warning', above: 0 },
  KioskoUnmatchedPayments: { severity: 'critical', above: 0 },
  /** Seconds since the oldest file came. */
  KioskoScansLate: { severity: 'warning', above: 30 * MINUTE_SECONDS },
  KioskoInvariantsViolated: { severity: 'critical', above: 0 },
  /** Seconds since the last check. */
  KioskoInvariantsNotChecked: { severity: 'warning', above: 2 * DAY_SECONDS },
} as const satisfies Record<string, Alert & Record<string, unknown>>
