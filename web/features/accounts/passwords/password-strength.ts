import { PASSWORD_RULES } from '#contract/accounts/passwords.ts'
import type { StrengthScore } from '#web/ui/forms/password-field.tsx'

/** The minimum number of characters of a password that meets every rule and counts as strong. */
const STRONG_MIN_LENGTH = 12

/**
 * Returns the strength of a password: 0 if it is empty, 1 if it is common, 1 or 2 if rules are unmet, 3 if all are met,
 * and 4 if it is also long.
 */
export function measurePasswordStrength(text: string, isCommon = false): StrengthScore {
  const password = text.trim()
  if (password === '') return 0
  if (isCommon) return 1
  const metRules = PASSWORD_RULES.filter(rule => rule.isMet(password)).length
  if (metRules < PASSWORD_RULES.length) return metRules < PASSWORD_RULES.length - 1 ? 1 : 2
  return password.length < STRONG_MIN_LENGTH ? 3 : 4
}
