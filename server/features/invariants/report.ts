import type { InvariantFinding } from '#contract/invariants.ts'
import { INVARIANT_TEXTS } from '#messages/invariants'

/** Writes the result of a check as the text that `npm run invariants` prints. */
export function formatReport(findings: readonly InvariantFinding[]): string {
  if (findings.length === 0) return 'All invariants hold.'
  return findings
    .map(({ name, count, ids }) => {
      const { title, action } = INVARIANT_TEXTS[name]
      const rest = count > ids.length ? `, and ${count - ids.length} more` : ''
      const options = { locale: 'en' } as const
      return [
        `${name}: ${count}`,
        `  ${title({}, options)}: ${ids.join(', ')}${rest}`,
        `  ${action({}, options)}`,
      ].join('\n')
    })
    .join('\n\n')
}
