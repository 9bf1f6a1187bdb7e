import { DAY_SECONDS } from '#contract/core/time.ts'
import type { CheckKind } from '#contract/system-status.ts'
import * as m from '#messages'
import { type Row, type Signal, badShare } from './signal.ts'

const MINUTE_SECONDS = 60
const LATE_INTERVALS = 2
const DELIVERY_WINDOW_MINUTES = 30
const LATE_DELIVERY_SECONDS = 300

/**
 * What can be wrong with the marketplace. From each signal follow its alert rule and the series that test it in
 * `ops/monitoring/`, its section of the runbook, and its threshold on the status page and in the doctor. `npm run docs`
 * prints the files. The figures are measured in `server/features/monitoring/figures.ts`.
 */
export const SIGNALS = {
  KioskoDown: {
    summary: 'A process does not answer',
    severity: 'critical',
    expr: 'up{job="kiosko"}',
    below: 1,
    forMinutes: 2,
    cases: {
      fires: { 'up{instance="web-1",job="kiosko"}': '0x40' },
      silent: { 'up{instance="web-1",job="kiosko"}': '1x40' },
    },
    runbook: {
      meaning: 'A process of the marketplace has not answered Prometheus for two minutes.',
      notice: `If other processes run, nothing. If it was the only one, the proxy's error page.`,
      look: '`systemctl status` or `docker compose ps`, then the last lines of its log. A process that lost its database for two minutes ends by itself with status 1.',
      steps: [
        'Let the supervisor start it again, or start it.',
        'If it ends again at once, its log says which setting is missing, or that a migration failed.',
        "If it runs but is not scraped, compare `METRICS_TOKEN` with the collector's token.",
      ],
    },
  },
  KioskoDatabaseDown: {
    summary: 'No process can read the database',
    severity: 'critical',
    figure: 'kiosko_database_up',
    below: 1,
    forMinutes: 2,
    cases: {
      fires: { 'kiosko_database_up{instance="web-1",job="kiosko"}': '0x40' },
      silent: {
        'kiosko_database_up{instance="web-1",job="kiosko"}': '0x40',
        'kiosko_database_up{instance="web-2",job="kiosko"}': '1x40',
      },
    },
    runbook: {
      meaning: 'No process could read the figures of its database for two minutes.',
      notice:
        'Pages that are cached are shown; purchases, sign-ins and downloads are answered with 503.',
      look: '`/readyz` with the metrics token, `pg_isready`, the log of PostgreSQL, its disk and its number of connections.',
      steps: [
        'Start PostgreSQL, or free its disk; no process has to be restarted.',
        'If `/readyz` says `database: ok`, one query failed: look for "the figures of the metrics could not be read" in the log.',
        'Afterwards, run `npm run invariants`.',
      ],
    },
  },
  KioskoErrors: {
    summary: 'More than 2 % of the requests fail',
    severity: 'critical',
    expr: 'sum(rate(http_request_seconds_count{status=~"5.."}[5m])) / sum(rate(http_request_seconds_count[5m]))',
    above: 0.02,
    forMinutes: 5,
    cases: {
      fires: {
        'http_request_seconds_count{status="200"}': '0+90x40',
        'http_request_seconds_count{status="500"}': '0+10x40',
      },
      silent: {
        'http_request_seconds_count{status="200"}': '0+999x40',
        'http_request_seconds_count{status="500"}': '0+1x40',
      },
    },
    runbook: {
      meaning:
        'More than 2 % of the requests were answered with a status from 500 on for five minutes.',
      notice: 'Error pages, or forms that cannot be sent.',
      look: '`sum by (route, status) (rate(http_request_seconds_count{status=~"5.."}[5m]))` names the routes. In the log, "call failed" has the cause and the `reqId`.',
      steps: [
        '503: the database, the storage or the payment provider is away; see its own alert.',
        '500: a defect. If it came with an upgrade, go back to the version before.',
        'If it hits purchases, set `ACCEPT_ORDERS=0` and restart until it is fixed.',
      ],
    },
  },
  KioskoSlow: {
    summary: 'One of twenty requests takes more than a second',
    severity: 'warning',
    // Uploads and downloads take as long as the visitor's connection needs.
    expr: 'histogram_quantile(0.95, sum by (le) (rate(http_request_seconds_bucket{route!~".*(download|product/create|product/update).*"}[5m])))',
    above: 1,
    forMinutes: 10,
    cases: {
      fires: {
        'http_request_seconds_bucket{route="/*",le="1"}': '0+80x40',
        'http_request_seconds_bucket{route="/*",le="3"}': '0+100x40',
        'http_request_seconds_bucket{route="/*",le="+Inf"}': '0+100x40',
      },
      silent: {
        'http_request_seconds_bucket{route="/*",le="1"}': '0+99x40',
        'http_request_seconds_bucket{route="/*",le="3"}': '0+100x40',
        'http_request_seconds_bucket{route="/*",le="+Inf"}': '0+100x40',
      },
    },
    runbook: {
      meaning:
        'One of twenty requests takes more than a second, uploads and downloads not counted.',
      notice: 'Slow pages.',
      look: 'The panels for routes, the event loop and the cache in the dashboard; `pg_stat_activity` for slow queries.',
      steps: [
        'If the cache has few hits, see that `DATABASE_DIRECT_URL` leads to PostgreSQL and not to a pooler: without its LISTEN connection a process caches nothing.',
        'If the event loop is late, start another process ([KioskoEventLoopSlow](#kioskoeventloopslow)).',
        'If one query is slow, run `analyze` on its table.',
      ],
    },
  },
  KioskoJobsDead: {
    summary: 'Jobs were given up',
    severity: 'warning',
    figure: 'kiosko_jobs_dead',
    by: 'lane',
    above: 0,
    forMinutes: 5,
    runbook: {
      meaning:
        'Jobs have failed as often as they may and were given up. The label `lane` says which kind of work.',
      notice:
        'It depends on the job: a missing email, a file without its scan, a refund that is not sent.',
      look: 'The tab "Failed jobs" of the administration lists them with their last error.',
      steps: [
        'Fix the cause that the error names.',
        'Retry them in the administration, one or all.',
        'Run `npm run invariants` afterwards.',
      ],
    },
  },
  KioskoJobsLate: {
    summary: 'Jobs are not run in time',
    severity: 'critical',
    figure: 'kiosko_job_lane_age_seconds',
    by: 'lane',
    above: 10 * MINUTE_SECONDS,
    forMinutes: 5,
    runbook: {
      meaning: 'The oldest due job of a lane has waited for more than ten minutes.',
      notice:
        'Lane `mail`: no email with downloads. `webhook` and `providerRead`: paid orders stay open. `scan`: new products are not for sale.',
      look: 'Is a worker running (`ROLE=worker` or `all`)? The panel of lanes shows whether jobs wait or fail.',
      steps: [
        'Start a worker.',
        'If one runs, look for "worker could not poll for jobs" in its log.',
        'If the lane is full of slow jobs, start a second worker: they share the queue.',
      ],
    },
  },
  KioskoScheduleFailing: {
    summary: 'A periodic task fails',
    severity: 'warning',
    // A task that runs every minute may fail once: its next run makes up for it.
    figure: 'kiosko_schedule_failed',
    by: 'schedule',
    above: 0,
    forMinutes: 15,
    cases: {
      atMinutes: 16,
      fires: {
        'kiosko_schedule_failed{schedule="purge",instance="web-1"}': '1x40',
        'kiosko_schedule_failed{schedule="book_payments",instance="web-1"}': '0x40',
      },
      silent: {
        'kiosko_schedule_failed{schedule="purge",instance="web-1"}': '0x40',
        'kiosko_schedule_failed{schedule="reconcile_orders",instance="web-1"}': '0x5 1x10 0x30',
      },
    },
    runbook: {
      meaning:
        'The last run of a periodic task ended with an error, and none has succeeded for 15 minutes since. The label `schedule` names the task.',
      notice:
        'Nothing at first. `reconcile_orders` and `reconcile_accounts`: a payment whose webhook event was lost is found later. `follow_withdrawals`: refunds wait.',
      look: 'The error is on the status page of the administration, in the column `last_error` of the table `schedules`, and in the log as "schedule failed".',
      steps: [
        'Mend what the error names: often the payment provider, the storage or the database.',
        "The task runs again by itself at its next time. To run it now: `update schedules set next_at = now() where name = '…'`.",
      ],
    },
  },
  KioskoScheduleLate: {
    summary: 'A periodic task is not done',
    severity: 'critical',
    // A task is late after two missed runs, and ten minutes for the run itself.
    intervals: LATE_INTERVALS,
    expr: `time() - max by (schedule) (kiosko_schedule_done_timestamp_seconds) - ${LATE_INTERVALS} * max by (schedule) (kiosko_schedule_interval_seconds)`,
    above: 10 * MINUTE_SECONDS,
    forMinutes: 5,
    cases: {
      atMinutes: 140,
      fires: {
        'kiosko_schedule_done_timestamp_seconds{schedule="purge",instance="web-1"}': '0x200',
        'kiosko_schedule_interval_seconds{schedule="purge",instance="web-1"}': '3600x200',
        'kiosko_schedule_done_timestamp_seconds{schedule="clean_up_storage",instance="web-1"}':
          '0x200',
        'kiosko_schedule_interval_seconds{schedule="clean_up_storage",instance="web-1"}':
          '86400x200',
      },
      silent: {
        'kiosko_schedule_done_timestamp_seconds{schedule="purge",instance="web-1"}': '0x200',
        'kiosko_schedule_interval_seconds{schedule="purge",instance="web-1"}': '3600x200',
        'kiosko_schedule_done_timestamp_seconds{schedule="purge",instance="web-2"}':
          '0x60 3600x140',
        'kiosko_schedule_interval_seconds{schedule="purge",instance="web-2"}': '3600x200',
      },
    },
    runbook: {
      meaning:
        'A periodic task has not ended without an error for two of its intervals and ten minutes. It fails each time, it hangs, or no worker runs it. The label `schedule` names the task.',
      notice:
        'As for [KioskoScheduleFailing](#kioskoschedulefailing). If all tasks are late, no worker runs, and no email is sent either.',
      look: '`select name, next_at, done_at, failed_at, last_error from schedules order by done_at nulls first`. If `failed_at` is the newer one, the task fails. If `next_at` lies in the past, no worker runs, or the only one still runs this task. Else the run was cut off with its process, or it still goes on.',
      steps: [
        'Start a worker (`ROLE=worker` or `all`), if none runs.',
        'If the task fails, mend what `last_error` names.',
        "If it hangs, restart the worker: a run that was cut off is made again at the next time. To make it now: `update schedules set next_at = now() where name = '…'`.",
      ],
    },
  },
  KioskoWebhookEventsUnprocessed: {
    summary: 'Webhook events of the payment provider are not processed',
    severity: 'critical',
    figure: 'kiosko_webhook_event_age_seconds',
    above: 10 * MINUTE_SECONDS,
    forMinutes: 5,
    runbook: {
      meaning:
        'An event of the payment provider was stored more than ten minutes ago and is not processed.',
      notice: `Somebody has paid, and the order's page still waits for the payment. The reconciliation finds the payment later.`,
      look: '`select id, topic, received_at from webhook_events where processed_at is null order by id`, and the dead and failing jobs of the lane `webhook`.',
      steps: [
        'If the provider fails too, wait: the events are processed when it is back.',
        'Else fix the error of the jobs and retry them.',
      ],
    },
  },
  KioskoOrdersInReview: {
    summary: 'Paid orders wait for an admin',
    severity: 'warning',
    figure: 'kiosko_orders_waiting',
    by: 'for',
    only: ['review', 'hold'],
    above: 0,
    forMinutes: 60,
    runbook: {
      meaning:
        'A paid order has waited for more than an hour in review, or on hold after a fraud alert.',
      notice: 'They have paid and cannot download.',
      look: 'The tab "Orders under review" of the administration names the reason of each.',
      steps: [
        'Decide each: deliver, release, refund or dismiss.',
        'If there are many with the same reason, look for a change of prices, currency or commission before you deliver.',
      ],
    },
  },
  KioskoRefundsDue: {
    summary: 'Payments wait for their refund',
    severity: 'warning',
    figure: 'kiosko_refunds_due',
    above: 0,
    forMinutes: 60,
    runbook: {
      meaning:
        'A payment that must be refunded, such as a second one for the same order, was not refunded for an hour.',
      notice: 'They have paid twice.',
      look: '`select id, order_id from payments where refund_due and status = \'approved\'`; the tab "Orders under review" shows why.',
      steps: [
        'Refund it in the administration.',
        `If the provider refuses since the seller's account has no money, it is tried again; tell the seller.`,
        'If the seller unlinked the account, ask them to link it again.',
      ],
    },
  },
  KioskoUnmatchedPayments: {
    summary: 'Payments have no order',
    severity: 'critical',
    figure: 'kiosko_unmatched_payments',
    above: 0,
    forMinutes: 15,
    runbook: {
      meaning: 'A payment with our commission names an order that the database does not have.',
      notice: 'They have paid and got nothing.',
      look: 'The tab "Payments without an order" of the administration. The usual cause is a database that was restored from a backup.',
      steps: [
        'Rebuild the order there, which delivers it, or refund the payment.',
        'After a restore, wait for the daily reconciliation of all accounts before you decide that none is missing.',
      ],
    },
  },
  KioskoInvariantsViolated: {
    summary: 'The last check found violated invariants',
    severity: 'critical',
    figure: 'kiosko_invariants_violated',
    above: 0,
    forMinutes: 1,
    runbook: {
      meaning: 'The last check found a rule violated that must always hold.',
      notice: 'Perhaps nothing yet. Money or files may not be as they should.',
      look: '`npm run invariants`, or the tab "Consistency" of the administration: rules, ids, and what to do for each.',
      steps: [
        'Do what the report says for each rule.',
        'If orders without delivery or amounts that do not add up are named, set `ACCEPT_ORDERS=0` until you know why.',
        'Check again in the administration.',
      ],
    },
  },
  KioskoInvariantsNotChecked: {
    summary: 'The invariants were not checked for two days',
    severity: 'warning',
    expr: 'time() - max(kiosko_invariants_checked_timestamp_seconds)',
    above: 2 * DAY_SECONDS,
    forMinutes: 60,
    cases: {
      atMinutes: 3600,
      fires: { kiosko_invariants_checked_timestamp_seconds: '0x4000' },
      silent: { kiosko_invariants_checked_timestamp_seconds: '0+60x4000' },
    },
    runbook: {
      meaning: 'The last check of the invariants is older than two days. It should run every day.',
      notice: 'Nothing.',
      look: 'The jobs of the lane `upkeep`, dead ones too, and whether a worker runs.',
      steps: [
        'Start a check in the tab "Consistency" of the administration, or run `npm run invariants`.',
        'If it takes too long, its job says so in `last_error`.',
      ],
    },
  },
  KioskoProviderFailing: {
    summary: 'The payment provider does not answer',
    severity: 'critical',
    ...badShare('kiosko_provider_calls_total', 'unavailable', 5),
    above: 0.2,
    forMinutes: 10,
    runbook: {
      meaning:
        'More than a fifth of the calls to the payment provider got no answer or an error of its own for ten minutes.',
      notice: 'New purchases are answered with "try again later". Emails and downloads work.',
      look: "The provider's status page, and `curl -sS -o /dev/null -w '%{http_code}' https://api.mercadopago.com/users/me`: 401 means that it is up.",
      steps: [
        'Wait: calls are sent again by themselves, and payments made meanwhile are found.',
        'If only we cannot reach it, look at the network, the proxy and DNS of this machine.',
        'Set `ACCEPT_ORDERS=0` if it answers, but wrongly.',
      ],
    },
  },
  KioskoMailFailing: {
    summary: 'Emails cannot be sent',
    severity: 'critical',
    ...badShare('kiosko_mails_total', 'failed', 10),
    above: 0.2,
    forMinutes: 10,
    runbook: {
      meaning: 'More than a fifth of the attempts to send an email failed for ten minutes.',
      notice: `No email with downloads, and no links for new accounts. The order's page works without an email.`,
      look: 'The log line "job failed, will be retried" of kind `send_email` has the mail server\'s answer.',
      steps: [
        'If the mail server is down, wait: emails are tried for four days.',
        'If it refuses us, check `SMTP_URL`, `MAIL_FROM` and its limits.',
        'Nothing has to be sent again by hand.',
      ],
    },
  },
  KioskoDeliveryLate: {
    summary: 'Buyers wait more than five minutes for their downloads',
    severity: 'warning',
    windowMinutes: DELIVERY_WINDOW_MINUTES,
    lateSeconds: LATE_DELIVERY_SECONDS,
    expr: `1 - sum(rate(kiosko_delivery_seconds_bucket{le="${LATE_DELIVERY_SECONDS}"}[${DELIVERY_WINDOW_MINUTES}m])) / sum(rate(kiosko_delivery_seconds_count[${DELIVERY_WINDOW_MINUTES}m]))`,
    above: 0.1,
    forMinutes: 5,
    cases: {
      atMinutes: 60,
      fires: {
        'kiosko_delivery_seconds_bucket{le="300"}': '0+8x80',
        kiosko_delivery_seconds_count: '0+10x80',
      },
      silent: {
        'kiosko_delivery_seconds_bucket{le="300"}': '0+10x80',
        kiosko_delivery_seconds_count: '0+10x80',
      },
    },
    runbook: {
      meaning:
        'One of ten buyers waited for more than five minutes between the payment and the email with the downloads.',
      notice: 'They wait, and write to support.',
      look: 'Which part is late: webhook events, jobs of the lanes `webhook` and `mail`, or the mail server (`kiosko_mails_total`).',
      steps: [
        'Follow the alert of that part.',
        'If no part is late, the provider sends its events late; the reconciliation finds payments within minutes.',
        'An order that an admin delivered counts from its payment too.',
      ],
    },
  },
  KioskoScansLate: {
    summary: 'Uploaded files wait for the scan for malware',
    severity: 'warning',
    figure: 'kiosko_scan_age_seconds',
    above: 30 * MINUTE_SECONDS,
    forMinutes: 5,
    runbook: {
      meaning: 'A product file has waited for its scan for more than half an hour.',
      notice: 'Nothing. Sellers see that their product is being checked and is not for sale yet.',
      look: 'Is ClamAV running at `CLAMD_URL`? `echo PING | nc host 3310` answers `PONG`. The failing jobs of the lane `scan` have its error.',
      steps: [
        'Start ClamAV; it needs 1.5 GB of memory and its signatures.',
        'If the error says that clamd refuses files of a size, it reads less than `CLAMD_MAX_BYTES`: `npm run doctor` says what to change.',
        'If there are simply many files, start a second worker.',
      ],
    },
  },
  KioskoStorageAlmostFull: {
    summary: 'The disk with the stored files is almost full',
    severity: 'critical',
    expr: 'min(kiosko_storage_free_bytes / kiosko_storage_disk_bytes)',
    below: 0.1,
    forMinutes: 10,
    cases: {
      fires: { kiosko_storage_free_bytes: '5x40', kiosko_storage_disk_bytes: '100x40' },
      silent: { kiosko_storage_free_bytes: '50x40', kiosko_storage_disk_bytes: '100x40' },
    },
    runbook: {
      meaning: 'Less than a tenth of the disk with the stored files is free.',
      notice: 'Nothing yet. A full disk refuses uploads; downloads and purchases work.',
      look: '`df -h`, `du -sh DATA_DIR/*`; files in `storage/trash` are deleted after 30 days.',
      steps: [
        'Make the disk larger, or move the files to a bucket ([how](operations/storage.md#from-the-disk-to-a-bucket)).',
        'Lower `SELLER_QUOTA_BYTES` for new uploads.',
        'Move old backups away if they are on the same disk.',
      ],
    },
  },
  KioskoEventLoopSlow: {
    summary: 'A process is too busy to answer',
    severity: 'warning',
    figure: 'nodejs_eventloop_lag_p99_seconds',
    by: 'instance',
    above: 0.5,
    forMinutes: 10,
    runbook: {
      meaning: 'A process needs more than half a second until it gets to a request.',
      notice: 'Slow answers of that process.',
      look: 'Its processor time and the requests per second in the dashboard; is one address sending most of them?',
      steps: [
        'Start another process (`ROLE=web`) behind the proxy.',
        'Move the jobs to a process of their own (`ROLE=worker`).',
        'If one address floods the server, block it in the proxy.',
      ],
    },
  },
} as const satisfies Record<string, Signal>
export type SignalName = keyof typeof SIGNALS

/** The tabs of the administration where something can be done about a signal, by their ids in its address. */
export const TABS = {
  unmatched: m.admin_unmatched,
  reviews: m.admin_reviews,
  files: m.admin_files,
  jobs: m.admin_jobs,
  invariants: m.admin_invariants,
}

/** The rows of the status page in their order. A row with `counts` needs nothing else. */
export const ROWS = {
  unmatchedPayments: {
    group: 'money',
    action: m.status_unmatched_action,
    tab: 'unmatched',
    signal: 'KioskoUnmatchedPayments',
    counts: 'kiosko_unmatched_payments',
  },
  reviews: {
    group: 'money',
    action: m.status_reviews_action,
    tab: 'reviews',
    signal: 'KioskoOrdersInReview',
  },
  refundsDue: {
    group: 'money',
    title: m.status_refunds_due,
    action: m.status_refunds_due_action,
    tab: 'reviews',
    signal: 'KioskoRefundsDue',
    counts: 'kiosko_refunds_due',
  },
  webhookEvents: {
    group: 'money',
    title: m.status_webhook_events,
    action: m.status_webhook_events_action,
    tab: 'jobs',
    signal: 'KioskoWebhookEventsUnprocessed',
    counts: 'kiosko_webhook_events_unprocessed',
    label: m.status_webhook_events_count,
  },
  provider: {
    group: 'money',
    title: () => 'MercadoPago',
    action: m.status_provider_action,
    signal: 'KioskoProviderFailing',
  },
  delivery: {
    group: 'money',
    title: m.status_delivery,
    action: m.status_delivery_action,
    signal: 'KioskoDeliveryLate',
  },
  database: {
    group: 'services',
    title: m.status_database,
    action: m.status_database_action,
    signal: 'KioskoDatabaseDown',
  },
  replica: { group: 'services', title: m.status_replica, action: m.status_replica_action },
  storage: {
    group: 'services',
    title: m.status_storage,
    action: m.status_storage_full_action,
    signal: 'KioskoStorageAlmostFull',
  },
  mail: {
    group: 'services',
    title: m.status_mail,
    action: m.status_mail_action,
    signal: 'KioskoMailFailing',
  },
  scans: {
    group: 'services',
    title: m.status_scans,
    action: m.status_scans_action,
    tab: 'files',
    signal: 'KioskoScansLate',
    counts: 'kiosko_scans_waiting',
  },
  processes: {
    group: 'work',
    title: m.status_processes,
    action: m.status_processes_gone_action,
    signal: 'KioskoDown',
  },
  jobs: {
    group: 'work',
    title: m.status_jobs,
    action: m.status_jobs_action,
    signal: 'KioskoJobsLate',
  },
  failedJobs: {
    group: 'work',
    action: m.status_failed_jobs_action,
    tab: 'jobs',
    signal: 'KioskoJobsDead',
    counts: 'kiosko_jobs_dead',
  },
  schedules: {
    group: 'work',
    title: m.status_schedules,
    action: m.status_schedules_action,
    signal: 'KioskoScheduleFailing',
  },
  invariants: {
    group: 'work',
    action: m.status_invariants_old_action,
    tab: 'invariants',
    signal: 'KioskoInvariantsNotChecked',
  },
} as const satisfies Record<string, Row<keyof typeof TABS, SignalName>> &
  Record<Exclude<CheckKind, 'count'>, object>
