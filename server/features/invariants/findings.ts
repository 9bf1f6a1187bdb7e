import type { InvariantFinding, InvariantName } from '#contract/invariants.ts'

/** How many violations of a rule are named. The others are only counted. */
export const MAX_IDS = 20

/** Collects the violations of one rule, of which it keeps only the first ids. */
export interface Findings {
  /** Adds `count` violations, of which `ids` names at least the first 20. */
  add(ids: string[], count?: number): void
  /** Returns the finding in an array, which is empty if there was no violation. */
  result(): InvariantFinding[]
}

export function createFindings(name: InvariantName): Findings {
  const finding: InvariantFinding = { name, count: 0, ids: [] }
  return {
    add(ids, count = ids.length) {
      finding.count += count
      finding.ids.push(...ids.slice(0, MAX_IDS - finding.ids.length))
    },
    result: () => (finding.count > 0 ? [finding] : []),
  }
}
