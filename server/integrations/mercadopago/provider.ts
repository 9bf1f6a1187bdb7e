import type { Currency } from '#contract/core/fields.ts'

/** The tokens that the provider issues for a seller's permission. */
export interface SellerTokens {
  collectorId: string
  accessToken: string
  refreshToken: string
  scope: string
  liveMode: boolean
  expiresAt: Date
}

/** The data of a payment page. Amounts are in minor units. */
export interface PreferenceRequest {
  /** Returned by the provider as the payment's `external_reference`. */
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

/** One attempt to pay, as the provider reports it. Amounts are in minor units. */
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
  /** The provider's fee without the marketplace's commission; null until the provider reports it. */
  providerFeeMinor: number | null
  instructionsUrl: string | null
  deadline: Date | null
  createdAt: Date | null
  updatedAt: Date | null
}

/**
 * Why a call to the provider failed: `unauthorized` means that the seller's token is not valid, `refused` that the
 * request is wrong or not possible in the current state, `unavailable` that a later attempt may succeed.
 */
export type ProviderFault = 'unauthorized' | 'not_found' | 'refused' | 'unavailable'

export class ProviderError extends Error {
  readonly fault: ProviderFault
  /** Seconds to wait, if the provider sent `Retry-After`. */
  readonly retryAfter: number | undefined
  /** The provider's own error name, such as `invalid_grant`. */
  readonly reason: string | undefined
  /** The provider's numeric error codes. */
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
 * The payment provider in terms of the marketplace, so that the features do not depend on MercadoPago's API. Every
 * method except `authorizationUrl` throws ProviderError.
 */
export interface PaymentProvider {
  /** Returns the URL of the page where a seller gives permission. */
  authorizationUrl(link: { state: string; codeChallenge: string; redirectUri: string }): string
  /** Exchanges an authorization code for tokens. The code works once. */
  exchangeCode(grant: {
    code: string
    codeVerifier: string
    redirectUri: string
  }): Promise<SellerTokens>
  /** Refreshes a seller's tokens. Both old tokens become invalid, so the new ones must be stored together. */
  refreshTokens(refreshToken: string): Promise<SellerTokens>
  /** Creates a payment page. The same `idempotencyKey` returns the same one. */
  createPreference(
    accessToken: string,
    request: PreferenceRequest,
    idempotencyKey: string,
  ): Promise<{ id: string; paymentUrl: string }>
  /** Makes a payment page expire now, so that nobody can pay on it. */
  expirePreference(accessToken: string, preferenceId: string): Promise<void>
  readPayment(accessToken: string, paymentId: string): Promise<ProviderPayment>
  /** Finds the ids of all attempts to pay an order, newest first. */
  findPayments(accessToken: string, orderId: string): Promise<string[]>
  /** Finds the ids of the payments that a chargeback is about. */
  findChargebackPayments(accessToken: string, chargebackId: string): Promise<string[]>
  /** Refunds the whole payment. */
  refundPayment(accessToken: string, paymentId: string, idempotencyKey: string): Promise<void>
}
