import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ALERTS } from '#server/features/system-status/alerts.ts'

/**
 * The status page of the administration and the alert rules of Prometheus say the same: these tests compare their
 * severities, thresholds and windows.
 */

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
}

const FILE = join(import.meta.dirname, '../../ops/monitoring/alerts.yaml')
const { groups } = parse(readFileSync(FILE, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = new Map(groups.flatMap(group => group.rules).map(rule => [rule.alert, rule]))

/** The alerts on what only Prometheus measures. */
const NOT_SHOWN = ['KioskoErrors', 'KioskoSlow', 'KioskoEventLoopSlow']

/** Reads the number after the comparison of an expression, of which factors and a summand of a series are left out. */
function readThreshold(expr: string): Record<string, number> {
  const [, operator, text] = /\s([<>]) ([^<>]*)$/.exec(expr)!
  const sum = /max by \(\w+\) \(\w+\) \+ (\d+)$/.exec(text!)
  const number = sum
    ? Number(sum[1])
    : text!.split('*').reduce((product, factor) => product * Number(factor), 1)
  return { [operator === '>' ? 'above' : 'below']: number }
}

describe('the alerts of the status page', () => {
  test('are those of the rules, except the ones that only Prometheus measures', () => {
    expect([...Object.keys(ALERTS), ...NOT_SHOWN].toSorted()).toEqual([...rules.keys()].toSorted())
  })

  test.each(Object.entries(ALERTS))(
    '%s has the severity and threshold of its rule',
    (name, alert) => {
      const { expr, labels } = rules.get(name)!
      const { above, below } = alert as { above?: number; below?: number }
      const threshold = {
        ...(above !== undefined && { above }),
        ...(below !== undefined && { below }),
      }

      expect(alert.severity).toBe(labels.severity)
      if (expr.includes(' == 0')) expect(threshold).toEqual({})
      else expect(threshold).toEqual(readThreshold(expr))
    },
  )

  test.each(Object.entries(ALERTS).filter(([, alert]) => 'windowMinutes' in alert))(
    '%s has the window of its rule',
    (name, alert) => {
      const windows = rules.get(name)!.expr.match(/\[\w+\]/g)
      expect(new Set(windows)).toEqual(
        new Set([`[${(alert as { windowMinutes: number }).windowMinutes}m]`]),
      )
    },
  )

  test('have the other numbers of their rules', () => {
    const { KioskoDown, KioskoDeliveryLate, KioskoScheduleLate } = ALERTS
    expect(rules.get('KioskoDown')!.for).toBe(`${KioskoDown.silentSeconds / 60}m`)
    expect(rules.get('KioskoDeliveryLate')!.expr).toContain(
      `le="${KioskoDeliveryLate.lateSeconds}"`,
    )
    expect(rules.get('KioskoScheduleLate')!.expr).toContain(
      `> ${KioskoScheduleLate.intervals} * max by (schedule)`,
    )
  })
})

test('the guides that the page names exist in the runbook', () => {
  const folder = join(import.meta.dirname, '../../web/pages/admin/status')
  const sources = readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const assignments = [...sources.matchAll(/runbook: ([^\n]+)/g)].map(([, value]) => value!)
  const guides = assignments.flatMap(value =>
    [...value.matchAll(/(?<!=== )'([a-z-]+)'/g)].map(([, name]) => name!),
  )
  const pages = readdirSync(join(import.meta.dirname, '../../docs/runbook'))

  expect(guides.length).toBeGreaterThan(15)
  expect(guides.filter(name => !pages.includes(`${name}.md`))).toEqual([])
})
