import { stringify } from 'yaml'
import {
  type Cases,
  RUNBOOK_DOCUMENT,
  type Signal,
  findRunbookSection,
} from '#server/signals/signal.ts'
import { SIGNALS } from '#server/signals/signals.ts'

const signals: [name: string, signal: Signal][] = Object.entries(SIGNALS)
const PRINTED = 'Printed by `npm run docs` from server/signals/signals.ts.'

const printYaml = (comment: string, content: unknown): string =>
  `# ${PRINTED}\n${comment}${stringify(content, { lineWidth: 0 })}`

/**
 * Returns what Prometheus compares with the threshold. Every process reports the same figures, so it is their maximum.
 */
function buildExpression(signal: Signal): string {
  if (signal.expr !== undefined) return signal.expr
  const { figure, by, only } = signal
  return `max${by ? ` by (${by}) ` : ''}(${figure}${only ? `{${by}=~"${only.join('|')}"}` : ''})`
}

const printDuration = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`

/** Generates the alert rules of Prometheus. */
export function generateAlertRules(): string {
  const rules = signals.map(([name, signal]) => {
    const { summary, severity, above, below, forMinutes } = signal
    const threshold = above === undefined ? `< ${below}` : `> ${above}`
    return {
      alert: name,
      expr: `${buildExpression(signal)} ${threshold}`,
      for: printDuration(forMinutes),
      labels: { severity },
      annotations: { summary, runbook_url: findRunbookSection(name) },
    }
  })
  const comment = `# The scrape job is named \`kiosko\`. \`runbook_url\` is a path in this repository.\n`
  return printYaml(comment, { groups: [{ name: 'kiosko', rules }] })
}

/** Returns the cases of a signal; those of a figure are just beyond and just at its threshold. */
function listCases(signal: Signal): Required<Cases> {
  if (signal.expr !== undefined) return { atMinutes: 30, ...signal.cases }
  if (signal.cases) return { atMinutes: 30, ...signal.cases }
  const { figure, by, only, above, below, forMinutes } = signal
  const atMinutes = forMinutes + 30
  const print = (value: number) => `${value}x${atMinutes + 10}`
  const series = (label: string) => (by ? `${figure}{${by}="${label}"}` : figure)
  const beyond = print(above === undefined ? below - 1 : above + 1)
  return {
    atMinutes,
    fires: { [series(only?.[0] ?? 'x')]: beyond },
    silent: {
      [series(only?.[0] ?? 'x')]: print(above ?? below),
      ...(only && { [series('another')]: beyond }),
    },
  }
}

/** Generates the cases with which promtool tests the alert rules. */
export function generateAlertTests(): string {
  const tests = signals.flatMap(([name, signal]) => {
    const { fires, silent, atMinutes } = listCases(signal)
    return [fires, silent].map(series => ({
      name: `${name} ${series === fires ? 'fires' : 'is silent'}`,
      interval: '1m',
      input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
          eval_time: `${atMinutes}m`,
          exp_samples: [{ labels: '{}', value: series === fires ? 1 : 0 }],
        },
      ],
    }))
  })
  const comment =
    '# Unit tests for `promtool test rules`: each alert fires in the first case and is silent in the second.\n'
  return printYaml(comment, { rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests })
}

/** Generates the runbook, by its path: one section for each alert, to which the alert and the status page link. */
export function generateRunbook(): Record<string, string> {
  const sections = signals.map(([name, { severity, runbook }]) =>
    [
      `## ${name}`,
      `${runbook.meaning} (${severity})`,
      `**Buyers notice:** ${runbook.notice}`,
      `**Look:** ${runbook.look}`,
      '**Do:**',
      runbook.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    ].join('\n\n'),
  )
  const introduction = [
    '# Runbook',
    `<!-- ${PRINTED} -->`,
    "One section for each alert of `ops/monitoring/alerts.yaml`. The rows of the status page name the same sections. How the\nmarketplace is set up and looked after is in the [operators' handbook](operations/README.md).",
  ]
  return { [RUNBOOK_DOCUMENT]: `${[...introduction, ...sections].join('\n\n')}\n` }
}
