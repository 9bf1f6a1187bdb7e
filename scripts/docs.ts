import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTING_DOCUMENTATION } from '#server/settings/schemas.ts'
import { SETTING_GROUPS, Settings } from '#server/settings/settings.ts'
import { printDecisionTables } from '#tools/payment-decisions/print-tables.ts'
import { generateDashboard } from './dashboard.ts'
import { printDependencies } from './dependencies.ts'
import { generateAlertRules, generateAlertTests, generateRunbook } from './signal-files.ts'
import { ROOT } from './processes.ts'

const SETTINGS_DOCUMENT = 'docs/operations/settings.md'
const PAYMENTS_DOCUMENT = 'docs/orders-and-payments.md'

/**
 * Generates the files that `npm run docs` writes, by their paths. Of the settings and of the document about payments
 * only what is printed is replaced. `test/docs.test.ts` fails if one is out of date.
 */
export async function generateFiles(): Promise<Record<string, string>> {
  return {
    [SETTINGS_DOCUMENT]: updateSettings(await readDocument(SETTINGS_DOCUMENT)),
    [PAYMENTS_DOCUMENT]: updateDecisionTables(await readDocument(PAYMENTS_DOCUMENT)),
    'docs/dependencies.md': printDependencies(),
    'ops/monitoring/alerts.yaml': generateAlertRules(),
    'ops/monitoring/alerts.test.yaml': generateAlertTests(),
    'ops/monitoring/grafana/kiosko.json': generateDashboard(),
    ...generateRunbook(),
  }
}

const readDocument = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')

/** Returns the text of docs/operations/settings.md with its lists of settings replaced by current ones. */
const updateSettings = (document: string): string =>
  replaceBetween(
    document,
    '<!-- Settings: printed by `npm run docs` from server/settings/ -->',
    '<!-- End of the settings -->',
    printSettings(),
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

function printSettings(): string {
  const defaults: Record<string, unknown> = Settings.parse({})
  return Object.entries(SETTING_GROUPS)
    .map(([title, settings]) => {
      const rows = Object.entries(settings).map(([name, schema]) => {
        const { meaning, shownDefault, isRequired } = SETTING_DOCUMENTATION.get(schema)!
        const value = defaults[name]
        const printed = shownDefault ?? (value === undefined ? '' : `\`${formatValue(value)}\``)
        return `- \`${name}\`${isRequired ? ' •' : ''}${printed && ` (${printed})`}: ${meaning}`
      })
      return [`## ${title}`, '', ...rows].join('\n')
    })
    .join('\n\n')
}

/** Formats a default value as an environment variable has it; booleans become 0 or 1. */
const formatValue = (value: unknown) =>
  typeof value === 'boolean' ? String(Number(value)) : String(value)

if (import.meta.main)
  for (const [path, text] of Object.entries(await generateFiles()))
    await writeFile(join(ROOT, path), text)
