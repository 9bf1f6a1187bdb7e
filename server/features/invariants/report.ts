import type { InvariantFinding } from '#contract/invariants.ts'
import { describeInvariant } from '#messages/invariants'

/** Writes the result of a check as the text that `npm run invariants` prints. */
export function formatReport(findings: readonly InvariantFinding[]): string {
  if (findings.length === 0) return 'All invariants hold.'
  return findings
    .map(({ name, count, ids }) => {
      const { title, action } = describeInvariant(name, 'en')
      const rest = count > ids.length ? `, and ${count - ids.length} more` : ''
      return [`${name}: ${count}`, `  ${title}: ${ids.join(', ')}${rest}`, `  ${action}`].join('\n')
    })
    .join('\n\n')
}
