import type { ChangeEvent } from 'react'
import { LIMITS } from '#contract/core/limits.ts'

/** The maximum length of a field for an amount: of a pasted one with its marks and its currency. */
export const AMOUNT_MAX_LENGTH = 24
/** The maximum number of digits that can be typed. Source: specification, product price. */
const MAX_DIGITS = String(LIMITS.dynamicPrice.max).length
const NOT_IN_AMOUNTS = /[^\d.,\s$'’]/g

/**
 * Removes letters from a field for an amount while somebody types, and digits beyond those of a price. The marks of
 * thousands and decimals stay, since without them another number would be left. The caret keeps its place. A pasted
 * text stays as it is, so that nothing of it is lost before it is read.
 */
export function filterAmount({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste') return
  const { value, selectionStart } = target
  const amount = filter(value)
  if (amount === value) return
  const caret = filter(value.slice(0, selectionStart ?? value.length)).length
  target.value = amount
  target.setSelectionRange(caret, caret)
}

function filter(text: string): string {
  const kept = text.replace(NOT_IN_AMOUNTS, '')
  return /^\d+$/.test(kept) ? kept.slice(0, MAX_DIGITS) : kept
}
