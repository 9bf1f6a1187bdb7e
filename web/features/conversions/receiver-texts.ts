import type { ReceiverAnswer, ReceiverKind } from '#contract/conversions.ts'
import * as m from '#messages'

interface ReceiverTexts {
  name: () => string
  id: () => string
  idHint: () => string
  secret: () => string
  secretHint: () => string
  /** What becomes of a full refund there. */
  refunds: () => string
}

const noRefunds = (name: () => string) => () => m.conversions_no_refunds({ name: name() })

/** What each receiver calls itself, its id and its secret, and where both are found. */
export const RECEIVER_TEXTS: Record<ReceiverKind, ReceiverTexts> = {
  meta: {
    name: m.conversions_meta,
    id: m.conversions_meta_id,
    idHint: m.conversions_meta_id_hint,
    secret: m.conversions_token,
    secretHint: m.conversions_meta_token_hint,
    refunds: noRefunds(m.conversions_meta),
  },
  tiktok: {
    name: m.conversions_tiktok,
    id: m.conversions_tiktok_id,
    idHint: m.conversions_tiktok_id_hint,
    secret: m.conversions_token,
    secretHint: m.conversions_tiktok_token_hint,
    refunds: noRefunds(m.conversions_tiktok),
  },
  ga4: {
    name: m.conversions_ga4,
    id: m.conversions_ga4_id,
    idHint: m.conversions_ga4_id_hint,
    secret: m.conversions_ga4_secret,
    secretHint: m.conversions_ga4_secret_hint,
    refunds: m.conversions_ga4_refunds,
  },
}

const ANSWER_TEXTS: Record<ReceiverAnswer, (values: { name: string }) => string> = {
  accepted: m.conversions_answer_accepted,
  secret_refused: m.conversions_answer_secret,
  id_refused: m.conversions_answer_id,
  event_refused: m.conversions_answer_event,
  unavailable: m.conversions_answer_unavailable,
}

/** Says what a receiver answered. Google Analytics takes everything, so its answer proves nothing. */
export const describeAnswer = (kind: ReceiverKind, answer: ReceiverAnswer): string =>
  kind === 'ga4' && answer === 'accepted'
    ? m.conversions_answer_ga4()
    : ANSWER_TEXTS[answer]({ name: RECEIVER_TEXTS[kind].name() })
