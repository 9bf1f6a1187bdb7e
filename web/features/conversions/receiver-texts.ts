import type { ReceiverKind } from '#contract/conversions.ts'
import * as m from '#messages'
import { getReceiverName } from '#messages/receivers'

interface ReceiverTexts {
  id: () => string
  idHint: () => string
  secret: () => string
  secretHint: () => string
  /** What becomes of a full refund there. */
  refunds: () => string
}

const noRefunds = (kind: ReceiverKind) => () =>
  m.conversions_no_refunds({ name: getReceiverName(kind) })

/** What each receiver calls its id and its secret, and where both are found. */
export const RECEIVER_TEXTS: Record<ReceiverKind, ReceiverTexts> = {
  meta: {
    id: m.conversions_meta_id,
    idHint: m.conversions_meta_id_hint,
    secret: m.conversions_token,
    secretHint: m.conversions_meta_token_hint,
    refunds: noRefunds('meta'),
  },
  tiktok: {
    id: m.conversions_tiktok_id,
    idHint: m.conversions_tiktok_id_hint,
    secret: m.conversions_token,
    secretHint: m.conversions_tiktok_token_hint,
    refunds: noRefunds('tiktok'),
  },
  ga4: {
    id: m.conversions_ga4_id,
    idHint: m.conversions_ga4_id_hint,
    secret: m.conversions_ga4_secret,
    secretHint: m.conversions_ga4_secret_hint,
    refunds: m.conversions_ga4_refunds,
  },
}
