import { useState } from 'react'
import { isCommonWord } from '#contract/accounts/common-password.ts'
import { PASSWORD_RULES } from '#contract/accounts/passwords.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import {
  PasswordField,
  type PasswordFieldProps,
  type StrengthScore,
} from '#web/ui/forms/password-field.tsx'
import { measurePasswordStrength } from './password-strength.ts'
import { useCommonWords } from './use-common-words.ts'

const ruleTexts: Record<(typeof PASSWORD_RULES)[number]['name'], () => string> = {
  length: () => m.password_rule_length(LIMITS.password),
  upper: m.password_rule_upper,
  lower: m.password_rule_lower,
  digit: m.password_rule_digit,
  special: m.password_rule_special,
}

const strengthTexts: Record<StrengthScore, () => string> = {
  0: m.password_strength,
  1: m.password_weak,
  2: m.password_fair,
  3: m.password_good,
  4: m.password_strong,
}

/** A field for a new password. While the user types, it shows the strength of the password and which rules are met. */
export function NewPasswordField({
  onChange,
  ...field
}: Omit<
  PasswordFieldProps,
  'showLabel' | 'hideLabel' | 'strength' | 'checklist' | 'metLabel' | 'warning'
>) {
  const [text, setText] = useState('')
  const password = text.trim()
  const commonWords = useCommonWords(password !== '')
  const isCommon = isCommonWord(password, commonWords)
  const score = measurePasswordStrength(text, isCommon)
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      showLabel={m.show_password()}
      hideLabel={m.hide_password()}
      strength={{ score, label: strengthTexts[score]() }}
      metLabel={m.password_rule_met()}
      checklist={[
        ...PASSWORD_RULES.map(rule => ({
          label: ruleTexts[rule.name](),
          met: rule.isMet(password),
        })),
        {
          label: m.password_rule_uncommon(),
          met: password.length >= LIMITS.password.min && !isCommon,
        },
      ]}
      warning={isCommon ? m.issue_password_common() : undefined}
      onChange={event => {
        setText(event.target.value)
        onChange?.(event)
      }}
    />
  )
}
