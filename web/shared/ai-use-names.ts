import type { AI_USES } from '#contract/core/limits.ts'
import * as m from '#messages'

type AiUse = (typeof AI_USES)[number]

const NAMES: Record<AiUse, () => string> = {
  none: m.ai_use_none,
  helped: m.ai_use_helped,
  made: m.ai_use_made,
}

/** Returns the words for how much of a product an artificial intelligence made. */
export const getAiUseName = (use: AiUse): string => NAMES[use]()
