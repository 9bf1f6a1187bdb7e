import * as z from 'zod/mini'
import { fromDecimal } from '#contract/core/money.ts'
import type { ProviderPayment, SellerTokens } from './provider.ts'

/** The provider's name for the marketplace's commission. */
const MARKETPLACE_FEE_TYPE = 'application_fee'

const NumberOrText = z.union([z.number(), z.string()])
const maybeText = z.optional(z.nullable(z.string()))
const maybeNumber = z.optional(z.nullable(z.number()))

export const TokenResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  user_id: NumberOrText,
  expires_in: z.number().check(z.positive()),
  scope: maybeText,
  live_mode: z.optional(z.boolean()),
})

export const PreferenceResponse = z.object({
  id: z.string().check(z.minLength(1)),
  init_point: z.url(),
})

export const PaymentResponse = z.object({
  id: NumberOrText,
  status: z.string(),
  status_detail: maybeText,
  external_reference: maybeText,
  transaction_amount: z.number(),
  transaction_amount_refunded: maybeNumber,
  currency_id: z.string(),
  collector_id: z.optional(z.nullable(NumberOrText)),
  live_mode: z.optional(z.boolean()),
  payment_method_id: maybeText,
  payment_type_id: maybeText,
  date_created: maybeText,
  date_last_updated: maybeText,
  date_of_expiration: maybeText,
  fee_details: z.optional(
    z.nullable(z.array(z.object({ type: maybeText, amount: z.number(), fee_payer: maybeText }))),
  ),
  charges_details: z.optional(
    z.nullable(
      z.array(
        z.object({
          name: maybeText,
          amounts: z.optional(z.nullable(z.object({ refunded: maybeNumber }))),
        }),
      ),
    ),
  ),
  transaction_details: z.optional(z.nullable(z.object({ external_resource_url: maybeText }))),
})

/** Each result is read by itself, so one that is odd spoils no other. */
export const SearchResponse = z.object({ results: z.array(z.object({ id: NumberOrText })) })

/** The provider's document and its library disagree on the list's entries: ids, or objects that hold one. */
export const ChargebackResponse = z.object({
  payments: z.array(
    z.union([
      NumberOrText,
      z.pipe(
        z.object({ id: NumberOrText }),
        z.transform(({ id }) => id),
      ),
    ]),
  ),
})

export function toTokens(answer: z.infer<typeof TokenResponse>, now = Date.now()): SellerTokens {
  return {
    collectorId: String(answer.user_id),
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    scope: answer.scope ?? '',
    liveMode: answer.live_mode ?? true,
    expiresAt: new Date(now + answer.expires_in * 1000),
  }
}

export function toPayment(answer: z.infer<typeof PaymentResponse>): ProviderPayment {
  return {
    id: String(answer.id),
    // Newer pages of the provider spell it with one l.
    status: answer.status === 'canceled' ? 'cancelled' : answer.status,
    statusDetail: answer.status_detail ?? null,
    orderId: answer.external_reference ?? null,
    amountMinor: fromDecimal(answer.transaction_amount),
    refundedMinor: fromDecimal(answer.transaction_amount_refunded ?? 0),
    currency: answer.currency_id,
    collectorId: String(answer.collector_id ?? ''),
    liveMode: answer.live_mode ?? true,
    method: answer.payment_method_id ?? null,
    methodType: answer.payment_type_id ?? null,
    providerFeeMinor: providerFee(answer),
    instructionsUrl: answer.transaction_details?.external_resource_url ?? null,
    deadline: moment(answer.date_of_expiration),
    createdAt: moment(answer.date_created),
    updatedAt: moment(answer.date_last_updated),
  }
}

/** The provider's own part of the fees that the seller bears, less what came back with a refund; ours is named application_fee. */
function providerFee({
  fee_details,
  charges_details,
}: z.infer<typeof PaymentResponse>): number | null {
  const own = fee_details?.filter(
    ({ type, fee_payer }) => type !== MARKETPLACE_FEE_TYPE && fee_payer !== 'payer',
  )
  if (!own || own.length === 0) return null
  const names = new Set(own.map(({ type }) => type))
  const returned = charges_details?.filter(({ name }) => names.has(name)) ?? []
  const paid = own.reduce((sum, { amount }) => sum + fromDecimal(amount), 0)
  return returned.reduce((left, { amounts }) => left - fromDecimal(amounts?.refunded ?? 0), paid)
}

function moment(text: string | null | undefined): Date | null {
  const date = text ? new Date(text) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}
