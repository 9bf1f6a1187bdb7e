import { SLOW_FIGURES, buildFigures } from '#server/features/monitoring/figures.ts'

/** A title, the unit of its values, and the queries by their legends. */
type Panel = [title: string, unit: string, queries: Record<string, string>]

/** The panels of the dashboard in rows of three. A figure of the database that none shows gets a panel after them. */
const PANELS: Panel[] = [
  [
    'Approved orders per minute',
    'short',
    { approved: 'clamp_min(deriv(max(kiosko_orders{state="approved"})[15m:1m]), 0) * 60' },
  ],
  ['Orders that wait', 'short', { '{{for}}': 'max by (for) (kiosko_orders_waiting)' }],
  ['Money in review', 'short', { '{{currency}}': 'max by (currency) (kiosko_review_amount)' }],
  [
    'Payment to email, 95 of 100',
    's',
    { p95: 'histogram_quantile(0.95, sum by (le) (rate(kiosko_delivery_seconds_bucket[30m])))' },
  ],
  [
    'Refunds due and payments without order',
    'short',
    { 'refunds due': 'max(kiosko_refunds_due)', 'without order': 'max(kiosko_unmatched_payments)' },
  ],
  [
    'Webhook events not processed',
    'short',
    {
      events: 'max(kiosko_webhook_events_unprocessed)',
      'age in seconds': 'max(kiosko_webhook_event_age_seconds)',
    },
  ],
  ['Age of the oldest due job', 's', { '{{lane}}': 'max by (lane) (kiosko_job_lane_age_seconds)' }],
  [
    'Due and failing jobs',
    'short',
    {
      'due {{lane}}': 'max by (lane) (kiosko_jobs_due)',
      'failing {{lane}}': 'max by (lane) (kiosko_jobs_failing)',
    },
  ],
  ['Dead jobs', 'short', { '{{lane}}': 'max by (lane) (kiosko_jobs_dead)' }],
  [
    'Job attempts by result',
    'ops',
    { '{{lane}} {{result}}': 'sum by (lane, result) (rate(kiosko_job_seconds_count[5m]))' },
  ],
  [
    'Calls to the payment provider',
    'ops',
    { '{{result}}': 'sum by (result) (rate(kiosko_provider_calls_total[5m]))' },
  ],
  [
    'Conversion events sent',
    'ops',
    {
      '{{receiver}} {{answer}}':
        'sum by (receiver, answer) (rate(kiosko_conversion_calls_total[5m]))',
    },
  ],
  [
    'Emails',
    'ops',
    {
      '{{result}}': 'sum by (result) (rate(kiosko_mails_total[5m]))',
      'dropped: {{reason}}': 'sum by (reason) (rate(kiosko_mails_dropped_total[5m]))',
    },
  ],
  [
    'Requests by status',
    'reqps',
    {
      '{{status}}': 'sum by (status) (rate(http_request_seconds_count[5m]))',
      'refused, full: {{queue}}': 'sum by (queue) (rate(kiosko_overload_refusals_total[5m]))',
    },
  ],
  [
    'Duration of requests, 95 of 100',
    's',
    { p95: 'histogram_quantile(0.95, sum by (le) (rate(http_request_seconds_bucket[5m])))' },
  ],
  [
    'Cache hits',
    'percentunit',
    {
      hits: 'sum(rate(kiosko_cache_requests_total{result="hit"}[5m])) / sum(rate(kiosko_cache_requests_total[5m]))',
    },
  ],
  ['Cache size', 'bytes', { '{{instance}}': 'kiosko_cache_bytes' }],
  ['Event loop delay, 99 of 100', 's', { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' }],
  ['Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes' }],
  [
    'Storage',
    'bytes',
    {
      'used by sellers': 'max(kiosko_storage_used_bytes)',
      'free on the disk': 'min(kiosko_storage_free_bytes)',
      disk: 'max(kiosko_storage_disk_bytes)',
    },
  ],
  [
    'Files that wait for a scan',
    'short',
    { files: 'max(kiosko_scans_waiting)', 'age in seconds': 'max(kiosko_scan_age_seconds)' },
  ],
  [
    'Invariants',
    'short',
    {
      violated: 'max(kiosko_invariants_violated)',
      'hours since the check': '(time() - max(kiosko_invariants_checked_timestamp_seconds)) / 3600',
    },
  ],
  ['Processes', 'short', { up: 'sum(up{job="kiosko"})', database: 'max(kiosko_database_up)' }],
  [
    'Periodic tasks, share of the time',
    'percentunit',
    {
      '{{schedule}} {{result}}':
        'sum by (schedule, result) (rate(kiosko_schedule_seconds_sum[1h]))',
    },
  ],
  [
    'Public reads by database',
    'ops',
    { '{{database}}': 'sum by (database) (rate(kiosko_public_reads_total[5m]))' },
  ],
  [
    'Time since each periodic task, in its intervals',
    'short',
    {
      '{{schedule}}':
        '(time() - max by (schedule) (kiosko_schedule_done_timestamp_seconds)) / max by (schedule) (kiosko_schedule_interval_seconds)',
    },
  ],
  [
    'Periodic tasks that fail',
    'short',
    { '{{schedule}}': 'max by (schedule) (kiosko_schedule_failed)' },
  ],
]

const datasource = { type: 'prometheus', uid: '${datasource}' }

/** Generates the dashboard of Grafana. */
export function generateDashboard(): string {
  const shown = PANELS.flatMap(([, , queries]) => Object.values(queries)).join(' ')
  const figures = [
    ...buildFigures({ laneOfKind: new Map(), scheduleIntervals: new Map() }),
    ...SLOW_FIGURES,
  ]
  const otherPanels = figures
    .filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(shown))
    .map(({ name, help, labelName }): Panel => {
      const legend = labelName ? `{{${labelName}}}` : name
      return [help, 'short', { [legend]: `max${labelName ? ` by (${labelName}) ` : ''}(${name})` }]
    })
  const panels = [...PANELS, ...otherPanels].map(([title, unit, queries], index) => ({
    id: index + 1,
    type: 'timeseries',
    title,
    datasource,
    gridPos: { x: (index % 3) * 8, y: Math.floor(index / 3) * 7, w: 8, h: 7 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(queries).map(([legendFormat, expr], query) => ({
      refId: 'ABC'[query],
      expr,
      legendFormat,
    })),
  }))
  const dashboard = {
    uid: 'kiosko',
    title: 'kiosko',
    schemaVersion: 39,
    version: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    tags: ['kiosko'],
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
    },
    panels,
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}
