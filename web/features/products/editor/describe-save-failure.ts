import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { isLastingFailure } from '#web/features/products/working-copies/saver.ts'

/** Says why a draft was not saved, and whether that is tried again by itself. */
export const describeSaveFailure = (code: ErrorCode): string =>
  isLastingFailure(code) ? errorText(code, getLocale()) : m.draft_not_saved()
