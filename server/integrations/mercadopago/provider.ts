import type { Currency } from '#contract/core/fields.ts'

/** A seller's permission, as the provider gave it. */
export interface SellerTokens {
  collectorId: string
  accessToken: string
  refreshToken: string
  scope: string
  liveMode: boolean
  expiresAt: Date
}

/** What the provider needs to open a payment page. Amounts in minor units. */
export interface PreferenceRequest {
  /** Our order: comes back as the payment's external reference. */
  orderId: string
  currency: Currency
  items: { id: string; title: string; priceMinor: number }[]
  payerEmail: string
  marketplaceFeeMinor: number
  backUrls: { success: string; pending: string; failure: string }
  notificationUrl: string
  expiresAt: Date
  statementDescriptor: string
}

/** One attempt to pay, freshly read. Amounts in minor units. */
export interface ProviderPayment {
  id: string
  status: string
  statusDetail: string | null
  orderId: string | null
  amountMinor: number
  refundedMinor: number
  currency: string
  collectorId: string
  liveMode: boolean
  method: string | null
  methodType: string | null
  /** What the provider keeps, without our commission; null until it says. */
  providerFeeMinor: number | null
  instructionsUrl: string | null
  deadline: Date | null
  createdAt: Date | null
  updatedAt: Date | null
}

/**
 * Why the provider did not do what was asked: `unauthorized` the seller's token is not (or no longer) good,
 * `not_found`, `refused` our request is wrong or out of order, `unavailable` it may work later.
 */
export type ProviderFault = 'unauthorized' | 'not_found' | 'refused' | 'unavailable'

export class ProviderError extends Error {
  readonly fault: ProviderFault
  /** Seconds the provider asked to wait. */
  readonly retryAfter: number | undefined
  /** The provider's own word for a refusal, such as `invalid_grant`. */
  readonly reason: string | undefined
  /** The provider's numbers for what is wrong. */
  readonly codes: readonly string[]

  constructor(
    fault: ProviderFault,
    detail: string,
    options: {
      retryAfter?: number
      reason?: string | undefined
      codes?: readonly string[]
      cause?: unknown
    } = {},
  ) {
    super(`${fault}: ${detail}`, { cause: options.cause })
    this.name = 'ProviderError'
    this.fault = fault
    this.retryAfter = options.retryAfter
    this.reason = options.reason
    this.codes = options.codes ?? []
  }
}

/**
 * The payment provider behind our own words, so that another of its products can take the place of this
 * one. Every call but `authorizationUrl` throws ProviderError.
 */
export interface PaymentProvider {
  /** Where a seller gives permission. */
  authorizationUrl(link: { state: string; codeChallenge: string; redirectUri: string }): string
  exchangeCode(grant: {
    code: string
    codeVerifier: string
    redirectUri: string
  }): Promise<SellerTokens>
  /** Both tokens are new afterwards; store them together. */
  refreshTokens(refreshToken: string): Promise<SellerTokens>
  /** The same `idempotencyKey` gives the same preference. */
  createPreference(
    accessToken: string,
    request: PreferenceRequest,
    idempotencyKey: string,
  ): Promise<{ id: string; paymentUrl: string }>
  /** Nobody can pay on it from here on. */
  expirePreference(accessToken: string, preferenceId: string): Promise<void>
  readPayment(accessToken: string, paymentId: string): Promise<ProviderPayment>
  /** The ids of every attempt to pay an order, newest first. */
  findPayments(accessToken: string, orderId: string): Promise<string[]>
  findChargebackPayments(accessToken: string, chargebackId: string): Promise<string[]>
  /** Gives all of it back. */
  refundPayment(accessToken: string, paymentId: string, idempotencyKey: string): Promise<void>
}
