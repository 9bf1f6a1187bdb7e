import type { InvariantFinding, InvariantName } from '#contract/invariants.ts'

/** How many violations of a rule are named. The others are only counted. */
export const MAX_IDS = 20

/** Collects the violations of one rule, of which it keeps only the first ids. */
export interface Findings {
  add(id: string): void
  /** Returns the finding in an array, which is empty if there was no violation. */
  result(): InvariantFinding[]
}

export function createFindings(name: InvariantName): Findings {
  const finding: InvariantFinding = { name, count: 0, ids: [] }
  return {
    add(id) {
      finding.count += 1
      if (finding.ids.length < MAX_IDS) finding.ids.push(id)
    },
    result: () => (finding.count > 0 ? [finding] : []),
  }
}
