import * as z from 'zod/mini'
import type { Currency } from '#contract/core/fields.ts'
import { fromDecimal } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import type {
  ChangedPayment,
  ProviderAccount,
  ProviderPayment,
  ProviderPreference,
  ProviderRefund,
  SellerTokens,
} from './provider.ts'

/** The provider reports the marketplace's commission as a fee of this type. */
const MARKETPLACE_FEE_TYPE = 'application_fee'

const NumberOrText = z.union([z.number(), z.string()])
const optionalText = z.optional(z.nullable(z.string()))
const optionalNumber = z.optional(z.nullable(z.number()))

export const TokenResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  user_id: NumberOrText,
  expires_in: z.number().check(z.positive()),
  scope: optionalText,
  live_mode: z.optional(z.boolean()),
})

export const AccountResponse = z.object({
  id: NumberOrText,
  site_id: z.string(),
  tags: z.optional(z.nullable(z.array(z.string()))),
})

/** The currencies of MercadoPago's sites. */
const SITE_CURRENCIES: Partial<Record<string, Currency>> = {
  MLA: 'ARS',
  MLB: 'BRL',
  MLM: 'MXN',
  MLC: 'CLP',
  MCO: 'COP',
  MPE: 'PEN',
  MLU: 'UYU',
}

export function toAccount(response: z.infer<typeof AccountResponse>): ProviderAccount {
  return {
    collectorId: String(response.id),
    currency: SITE_CURRENCIES[response.site_id],
    isTestAccount: response.tags?.includes('test_user') ?? false,
  }
}

export const PreferenceResponse = z.object({
  id: z.string().check(z.minLength(1)),
  init_point: z.url(),
})

/** A preference that was created earlier. Its search result has an id and the application, but not every field. */
export const PreferenceSearchResponse = z.object({
  elements: z.array(
    z.looseObject({
      id: z.string(),
      client_id: z.optional(z.nullable(NumberOrText)),
      external_reference: optionalText,
    }),
  ),
})

export const StoredPreferenceResponse = z.object({
  id: z.string(),
  client_id: NumberOrText,
  collector_id: NumberOrText,
  external_reference: z.string(),
  items: z
    .array(
      z.object({
        id: z.optional(z.nullable(NumberOrText)),
        title: z.string(),
        currency_id: optionalText,
        quantity: z.number(),
        unit_price: z.number(),
      }),
    )
    .check(z.minLength(1)),
  payer: z.optional(z.nullable(z.object({ email: optionalText }))),
  marketplace_fee: optionalNumber,
  metadata: z.optional(z.unknown()),
  date_created: z.string(),
})

/** Tells whether a preference was created by an application for an order. Search results can lack the application. */
export function isPageOf(
  page: z.infer<typeof PreferenceSearchResponse>['elements'][number],
  { clientId, orderId }: { clientId: string; orderId: string },
): boolean {
  return String(page.client_id ?? clientId) === clientId && page.external_reference === orderId
}

export function toPreference(
  response: z.infer<typeof StoredPreferenceResponse>,
): ProviderPreference | undefined {
  const createdAt = parseDate(response.date_created)
  if (!createdAt) return undefined
  return {
    id: response.id,
    collectorId: String(response.collector_id),
    currency: response.items[0]?.currency_id ?? '',
    items: response.items.map(({ id, title, quantity, unit_price: price }) => ({
      id: String(id ?? ''),
      title,
      priceMinor: fromDecimal(price) * quantity,
    })),
    payerEmail: response.payer?.email || null,
    metadata: response.metadata,
    marketplaceFeeMinor: fromDecimal(response.marketplace_fee ?? 0),
    createdAt,
  }
}

export const RefundResponse = z.object({
  id: NumberOrText,
  status: optionalText,
  amount: optionalNumber,
  date_created: optionalText,
})

export function toRefund(response: z.infer<typeof RefundResponse>): ProviderRefund {
  const { id, status, amount, date_created } = response
  const isPending = status === 'in_process'
  return {
    id: String(id),
    state: isPending ? 'pending' : status === 'rejected' ? 'rejected' : 'done',
    amountMinor: amount == null ? null : fromDecimal(amount),
    createdAt: parseDate(date_created),
  }
}

export const PaymentResponse = z.object({
  id: NumberOrText,
  status: z.string(),
  status_detail: optionalText,
  external_reference: optionalText,
  transaction_amount: z.number(),
  transaction_amount_refunded: optionalNumber,
  currency_id: z.string(),
  collector_id: z.optional(z.nullable(NumberOrText)),
  live_mode: z.optional(z.boolean()),
  order: z.optional(z.nullable(z.object({ id: z.optional(z.nullable(NumberOrText)) }))),
  payment_method_id: optionalText,
  payment_type_id: optionalText,
  date_created: optionalText,
  date_last_updated: optionalText,
  date_of_expiration: optionalText,
  money_release_date: optionalText,
  fee_details: z.optional(
    z.nullable(
      z.array(z.object({ type: optionalText, amount: z.number(), fee_payer: optionalText })),
    ),
  ),
  charges_details: z.optional(
    z.nullable(
      z.array(
        z.object({
          name: optionalText,
          amounts: z.optional(z.nullable(z.object({ refunded: optionalNumber }))),
        }),
      ),
    ),
  ),
  transaction_details: z.optional(z.nullable(z.object({ external_resource_url: optionalText }))),
  refunds: z.optional(z.nullable(z.array(RefundResponse))),
})

/**
 * Only the id and the last change of the found payments are validated. Each payment is then read by its id, so other
 * malformed fields of a search result do no harm.
 */
export const SearchResponse = z.object({
  paging: z.optional(z.nullable(z.object({ total: optionalNumber }))),
  results: z.array(z.looseObject({ id: NumberOrText, date_last_updated: optionalText })),
})

export function toChangedPayment(
  result: z.infer<typeof SearchResponse>['results'][number],
): ChangedPayment {
  const payment = z.safeParse(PaymentResponse, result)
  return {
    id: String(result.id),
    updatedAt: parseDate(result.date_last_updated),
    payment: payment.success ? toPayment(payment.data) : null,
  }
}

/**
 * A chargeback names its payments by their ids or by objects with an id: the provider's documentation says ids, its SDK
 * objects.
 */
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

export function toTokens(response: z.infer<typeof TokenResponse>, now = Date.now()): SellerTokens {
  return {
    collectorId: String(response.user_id),
    accessToken: response.access_token,
    refreshToken: response.refresh_token,
    scope: response.scope ?? '',
    liveMode: response.live_mode ?? true,
    expiresAt: new Date(now + response.expires_in * 1000),
  }
}

export function toPayment(response: z.infer<typeof PaymentResponse>): ProviderPayment {
  return {
    id: String(response.id),
    status: normalizeStatus(response),
    statusDetail: response.status_detail ?? null,
    orderId: response.external_reference ?? null,
    amountMinor: fromDecimal(response.transaction_amount),
    refundedMinor: fromDecimal(response.transaction_amount_refunded ?? 0),
    // A payment has the currency of the account that received it, and only accounts with a known currency are linked.
    currency: response.currency_id as Currency,
    collectorId: String(response.collector_id ?? ''),
    liveMode: response.live_mode ?? true,
    method: response.payment_method_id ?? null,
    methodType: response.payment_type_id ?? null,
    providerFeeMinor: providerFee(response),
    applicationFeeMinor: applicationFee(response),
    returnedApplicationFeeMinor: returnedApplicationFee(response),
    merchantOrderId: response.order?.id == null ? null : String(response.order.id),
    instructionsUrl: response.transaction_details?.external_resource_url ?? null,
    deadline: parseDate(response.date_of_expiration),
    moneyReleaseAt: parseDate(response.money_release_date),
    createdAt: parseDate(response.date_created),
    updatedAt: parseDate(response.date_last_updated),
    refunds: response.refunds?.map(toRefund) ?? [],
  }
}

/**
 * Returns the status of a payment under one name. The provider's newer documentation spells `cancelled` with one l. A
 * chargeback that the seller has won is reported either as `approved` or as `charged_back` with the detail
 * `reimbursed`; in both cases the seller has the money.
 */
function normalizeStatus({ status, status_detail }: z.infer<typeof PaymentResponse>): string {
  if (status === 'canceled') return 'cancelled'
  return status === 'charged_back' && status_detail === 'reimbursed' ? 'approved' : status
}

/**
 * Computes the provider's fee in minor units: the fees that the seller pays, minus the part of them that was refunded.
 * Null if the fee is unknown.
 */
function providerFee({
  fee_details,
  charges_details,
}: z.infer<typeof PaymentResponse>): number | null {
  const providerFees = fee_details?.filter(
    ({ type, fee_payer }) => type !== MARKETPLACE_FEE_TYPE && fee_payer !== 'payer',
  )
  if (!providerFees || providerFees.length === 0) return null
  const feeTypes = new Set(providerFees.map(({ type }) => type))
  const chargesOfFees = charges_details?.filter(({ name }) => feeTypes.has(name)) ?? []
  const paidMinor = sum(providerFees.map(({ amount }) => fromDecimal(amount)))
  return paidMinor - sum(chargesOfFees.map(({ amounts }) => fromDecimal(amounts?.refunded ?? 0)))
}

/** Computes the marketplace's commission in minor units; null if the provider has not reported the payment's fees. */
function applicationFee({ fee_details }: z.infer<typeof PaymentResponse>): number | null {
  if (!fee_details || fee_details.length === 0) return null
  return sum(
    fee_details
      .filter(({ type }) => type === MARKETPLACE_FEE_TYPE)
      .map(({ amount }) => fromDecimal(amount)),
  )
}

/**
 * Computes the part of the marketplace's commission that was returned with refunds, in minor units; null if nothing was
 * refunded or the provider does not report the part.
 */
function returnedApplicationFee({
  transaction_amount_refunded,
  charges_details,
}: z.infer<typeof PaymentResponse>): number | null {
  if (!transaction_amount_refunded) return null
  const returned = charges_details
    ?.filter(({ name }) => name === MARKETPLACE_FEE_TYPE)
    .map(({ amounts }) => amounts?.refunded)
  if (!returned || returned.length === 0 || returned.some(amount => amount == null)) return null
  return sum(returned.map(amount => fromDecimal(amount!)))
}

function parseDate(text: string | null | undefined): Date | null {
  const date = text ? new Date(text) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}
