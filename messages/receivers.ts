import type { ReceiverAnswer, ReceiverKind } from '#contract/conversions.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

interface Options {
  locale?: Locale
}

const NAMES = {
  meta: m.conversions_meta,
  tiktok: m.conversions_tiktok,
  ga4: m.conversions_ga4,
}

const ANSWERS = {
  accepted: m.conversions_answer_accepted,
  secret_refused: m.conversions_answer_secret,
  id_refused: m.conversions_answer_id,
  event_refused: m.conversions_answer_event,
  unavailable: m.conversions_answer_unavailable,
}

/** Returns the name of a receiver of conversion events. */
export const getReceiverName = (kind: ReceiverKind, options?: Options): string =>
  NAMES[kind]({}, options)

/** Says what a receiver answered. Google Analytics takes everything, so its answer proves nothing. */
export const describeAnswer = (
  kind: ReceiverKind,
  answer: ReceiverAnswer,
  options?: Options,
): string =>
  kind === 'ga4' && answer === 'accepted'
    ? m.conversions_answer_ga4({}, options)
    : ANSWERS[answer]({ name: getReceiverName(kind, options) }, options)
