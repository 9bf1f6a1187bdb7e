import { PASSWORD_RULES } from '#contract/accounts/passwords.ts'
import type { StrengthScore } from '#web/ui/forms/password-field.tsx'

/** From this length on, a password that keeps every rule is strong. */
const STRONG_LENGTH = 12

/** 0 nothing typed, 1 and 2 some rules unmet, 3 all met, 4 all met and long. */
export function strengthOf(typed: string): StrengthScore {
  const password = typed.trim()
  if (password === '') return 0
  const met = PASSWORD_RULES.filter(rule => rule.isMet(password)).length
  if (met < PASSWORD_RULES.length) return met < PASSWORD_RULES.length - 1 ? 1 : 2
  return password.length < STRONG_LENGTH ? 3 : 4
}
