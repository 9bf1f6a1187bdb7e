import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openDatabase } from '#server/db/client.ts'
import { buildFigures } from '#server/features/monitoring/figures.ts'
import { registerDatabaseMetrics } from '#server/features/monitoring/service.ts'
import { createLogger } from '#server/logger.ts'
import { createProcessMetrics } from '#server/metrics/process-metrics.ts'
import { ROWS, SIGNALS } from '#server/signals/signals.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

type Texts = Record<string, string>
interface Rule {
  expr: string
  annotations: { runbook_url: string }
}

const { groups } = parse(read('ops/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap(group => group.rules)
const dashboard = JSON.parse(read('ops/monitoring/grafana/kiosko.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const dashboardQueries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** Lists the names of the metrics that a process serves. Nothing is measured, and no database is asked. */
async function listMetrics(): Promise<Set<string>> {
  const database = await openDatabase({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/x',
    dataDir: '',
  })
  const cache = { hits: 0, misses: 0, bytes: 0 }
  const { registry } = createProcessMetrics({
    cache,
    publicReads: { primary: 0, replica: 0 },
    diskFolder: '/',
  })
  registerDatabaseMetrics(registry, {
    db: database.db,
    log: createLogger('silent'),
    plan: {
      laneOfKind: new Map([['send_email', 'mail']]),
      scheduleIntervals: new Map([['purge', 3_600_000]]),
    },
  })
  await database.close()
  return listNames(registry)
}

function listNames(registry: Registry): Set<string> {
  const names = registry.getMetricsAsArray().flatMap(({ name, type }) => {
    // At run time, the type is a word.
    const parts = String(type) === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
    return parts.map(part => name + part)
  })
  return new Set(['up', 'ALERTS', ...names])
}

/** Finds the names of metrics in a PromQL expression. */
function findMetricNames(expr: string): string[] {
  const withoutLabels = expr
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(?:by|on|without)\s*\([^)]*\)/g, '')
  return [...withoutLabels.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter(name => name.length > 1 && !['or', 'and', 'unless'].includes(name))
}

test.each([
  ['alerts', rules.map(({ expr }) => expr)],
  ['the dashboard', dashboardQueries],
])('%s name only metrics that the processes serve', async (_, expressions) => {
  const names = new Set(expressions.flatMap(findMetricNames))

  expect(names.size).toBeGreaterThan(5)
  const metrics = await listMetrics()
  expect([...names].filter(name => !metrics.has(name))).toEqual([])
})

test('a row of the status page that shows a figure counts one of the database', () => {
  const plan = { laneOfKind: new Map(), scheduleIntervals: new Map() }
  const figures = new Set(buildFigures(plan).map(({ name }) => name))
  const counted = Object.values(ROWS).flatMap(row =>
    'counts' in row ? [row.counts, SIGNALS[row.signal].figure] : [],
  )

  expect(counted.length).toBeGreaterThan(5)
  expect(counted.filter(name => !figures.has(name))).toEqual([])
})

test.each([
  ['status_mail_sent', SIGNALS.KioskoMailFailing.windowMinutes],
  ['status_provider_answered', SIGNALS.KioskoProviderFailing.windowMinutes],
  ['status_delivery_window', SIGNALS.KioskoDeliveryLate.windowMinutes],
  ['status_delivery_in_time', SIGNALS.KioskoDeliveryLate.lateSeconds / 60],
])('the text %s of the status page names %i minutes, as its signal', (key, minutes) => {
  const texts = ['es', 'en'].map(
    locale => (JSON.parse(read(`messages/${locale}/system-status.json`)) as Texts)[key]!,
  )

  expect(texts.map(text => Number(/\d+/.exec(text)?.[0]))).toEqual([minutes, minutes])
})

test('every metric of the product is on the dashboard', async () => {
  const shown = new Set(dashboardQueries.flatMap(findMetricNames))
  const isShown = (name: string) =>
    shown.has(name) ||
    ['_bucket', '_count', '_sum'].some(part =>
      shown.has(name.replace(/_(?:bucket|count|sum)$/, part)),
    )

  const missing = [...(await listMetrics())].filter(
    name => name.startsWith('kiosko_') && !isShown(name),
  )

  expect(missing).toEqual([])
})

test('the runbook has a section for each alert, to which the alert links, and no other', () => {
  const titles = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title!)

  expect(titles.length).toBeGreaterThan(10)
  expect(titles.map(title => `docs/runbook.md#${title.toLowerCase()}`)).toEqual(
    rules.map(({ annotations }) => annotations.runbook_url),
  )
})

test('the documents name the tabs of the administration as they are', () => {
  const messages = ['admin', 'invariants'].map(
    name => JSON.parse(read(`messages/en/${name}.json`)) as Record<string, unknown>,
  )
  const titles = new Set(messages.flatMap(texts => Object.values(texts)))
  const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md') && !name.startsWith('decisions'))
    .map(name => read(`docs/${name}`).replaceAll(/\s+/g, ' '))
  const tabs = documents.flatMap(text => [...text.matchAll(/\btab "([^"]+)"/g)])

  expect(tabs.length).toBeGreaterThan(10)
  expect(tabs.map(([, title]) => title).filter(title => !titles.has(title))).toEqual([])
})
