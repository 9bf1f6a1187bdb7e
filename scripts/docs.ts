import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { getSuccessStatus } from '#contract/core/endpoint.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { SETTING_DOCUMENTATION } from '#server/settings/schemas.ts'
import { SETTING_GROUPS, Settings } from '#server/settings/settings.ts'
import { printDecisionTables } from '#tools/payment-decisions/print-tables.ts'
import { generateDashboard } from './dashboard.ts'
import { generateAlertRules, generateAlertTests, generateRunbook } from './signal-files.ts'
import { ROOT } from './processes.ts'

const SETTINGS_DOCUMENT = 'docs/operations/settings.md'
const PAYMENTS_DOCUMENT = 'docs/orders-and-payments.md'

/**
 * Generates the files that `npm run docs` writes, by their paths. Of the settings and of the document about payments only
 * the tables are replaced. `test/docs.test.ts` fails if one is out of date.
 */
export async function generateFiles(): Promise<Record<string, string>> {
  return {
    [SETTINGS_DOCUMENT]: updateSettingTables(await readDocument(SETTINGS_DOCUMENT)),
    [PAYMENTS_DOCUMENT]: updateDecisionTables(await readDocument(PAYMENTS_DOCUMENT)),
    'docs/api.md': generateApiReference(),
    'ops/monitoring/alerts.yaml': generateAlertRules(),
    'ops/monitoring/alerts.test.yaml': generateAlertTests(),
    'ops/monitoring/grafana/kiosko.json': generateDashboard(),
    ...generateRunbook(),
  }
}

const readDocument = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')

/** Returns the text of docs/operations/settings.md with its tables of settings replaced by current ones. */
const updateSettingTables = (document: string): string =>
  replaceBetween(
    document,
    '<!-- Settings: printed by `npm run docs` from server/settings/ -->',
    '<!-- End of the settings -->',
    settingsTables(),
  )

/** Returns the text of docs/orders-and-payments.md with its tables of decisions replaced by current ones. */
const updateDecisionTables = (document: string): string =>
  replaceBetween(
    document,
    '<!-- Decisions: printed by `npm run docs` from server/features/payments/decide/ -->',
    '<!-- End of the decisions -->',
    printDecisionTables(),
  )

/** Replaces what stands between two lines of a document. */
function replaceBetween(document: string, begin: string, end: string, text: string): string {
  const before = document.slice(0, document.indexOf(begin) + begin.length)
  return `${before}\n\n${text}\n\n${document.slice(document.indexOf(end))}`
}

function settingsTables(): string {
  const defaults: Record<string, unknown> = Settings.parse({})
  return Object.entries(SETTING_GROUPS)
    .map(([title, settings]) => {
      const rows = Object.entries(settings).map(([name, schema]) => {
        const { meaning, shownDefault, isRequired } = SETTING_DOCUMENTATION.get(schema)!
        const value = defaults[name]
        const printed = shownDefault ?? (value === undefined ? '' : `\`${formatValue(value)}\``)
        return `| \`${name}\`${isRequired ? ' •' : ''} | ${printed} | ${meaning} |`
      })
      return [
        `## ${title}`,
        '',
        '| name | default | meaning |',
        '| --- | --- | --- |',
        ...rows,
      ].join('\n')
    })
    .join('\n\n')
}

/** Formats a default value as an environment variable has it; booleans become 0 or 1. */
const formatValue = (value: unknown) =>
  typeof value === 'boolean' ? String(Number(value)) : String(value)

/** Returns the text of docs/api.md: every endpoint with its access, captcha and error codes. */
function generateApiReference(): string {
  const features = [...new Set(ENDPOINTS.map(({ feature }) => feature))]
  const sections = features.map(feature => {
    const rows = ENDPOINTS.filter(call => call.feature === feature)
      .map(({ endpoint }) => endpoint)
      .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'))
      .map(formatRow)
    return [
      `## ${feature}`,
      '',
      '| call | what it does | access | captcha | answers | errors |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  })
  return [
    '# The HTTP API',
    '',
    'Printed by `npm run docs` from `contract/`. Every path stands under `/api`; a running server shows the schemas at',
    '`/api/docs` and as OpenAPI 3.1 at `/api/openapi.json`, in production if `API_DOCS` is `1`. Besides the errors named here, a call answers those of the',
    'checks before it: `INVALID_DATA`, `ERROR_CAPTCHA_FAILED`, `ERROR_CROSS_SITE_REQUEST`, `ERROR_TOO_MANY_REQUESTS`, and by',
    'its access `ERROR_USER_NOT_AUTHORIZED`, `ERROR_AUTH_USER_NOT_VERIFIED` and `ERROR_USER_SUSPENDED`.',
    '',
    ...sections.flatMap(section => [section, '']),
  ].join('\n')
}

function formatRow(endpoint: Endpoint): string {
  const { method, path, summary, access, captcha } = endpoint
  const errors = (endpoint.errors ?? []).map(code => `\`${code}\``).join(' ')
  const guard = captcha
    ? `\`${captcha.action}\` in the ${captcha.in}${captcha.isOnDemand ? ', on demand' : ''}`
    : ''
  return `| ${method} \`${path}\` | ${summary} | ${access} | ${guard} | ${getSuccessStatus(endpoint)} | ${errors} |`
}

if (import.meta.main)
  for (const [path, text] of Object.entries(await generateFiles()))
    await writeFile(join(ROOT, path), text)
